import { useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../auth/auth-screen.tsx";
import type { SessionMember } from "../auth/member-client.ts";
import { useSession } from "../auth/use-session.ts";
import { part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { AccountBlock, type AccountBlockProps, Fact, Facts } from "./account-block.tsx";
import { NamesForm } from "./names-form.tsx";
import { ownNickname } from "./use-member-update.ts";

interface NamesBlockProps extends AccountBlockProps {
  member: SessionMember;
  text: AuthTexts;
  onDirty(isDirty: boolean): void;
}

/** First name, last name and what others see: to read, and to change in place. */
export function NamesBlock({ member, text, onDirty, appearance, headingLevel }: NamesBlockProps) {
  const canChange = useSession(({ status }) => status === "member");
  const [isEditing, setIsEditing] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const title = text("account.names.title");
  const none = <span className="site-muted">{text("account.profile.none")}</span>;
  const facts: [string, string | null | undefined][] = [
    [text("auth.field.firstName"), member.contact?.firstName],
    [text("auth.field.lastName"), member.contact?.lastName],
  ];
  const nickname = ownNickname(member);
  if (nickname) facts.push([text("account.names.nickname"), nickname]);
  return (
    <AccountBlock
      name="names"
      title={title}
      told={isSaved ? text("account.save.done") : undefined}
      {...{ appearance, headingLevel }}
      action={
        !isEditing && (
          <Button
            ref={edit}
            {...part("edit", "site-block-action", appearance)}
            aria-disabled={!canChange || undefined}
            onClick={() => {
              if (!canChange) return;
              setIsSaved(false);
              setIsEditing(true);
            }}
          >
            {text.rich("account.action.edit", {
              block: title,
              hidden: (inside) => (
                <span key="hidden" className="site-hidden">
                  {inside}
                </span>
              ),
            })}
          </Button>
        )
      }
    >
      {isEditing ? (
        <NamesForm
          {...{ member, text, appearance, onDirty }}
          onDone={(saved) => {
            setIsEditing(false);
            setIsSaved(saved);
          }}
        />
      ) : (
        <Facts appearance={appearance}>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value ? <bdi>{value}</bdi> : none}
            </Fact>
          ))}
        </Facts>
      )}
    </AccountBlock>
  );
}
