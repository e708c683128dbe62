import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type AuthTexts, issueText, Problem, SubmitArea } from "../auth/auth-screen.tsx";
import { checkName } from "../auth/checks.ts";
import type { SessionMember } from "../auth/member-client.ts";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { type Appearance, part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { useUnsavedWarning } from "../ui/unsaved.ts";
import { ChangeNotice } from "./change-notice.tsx";
import { type MemberNamesParams, ownNickname, useMemberUpdate } from "./use-member-update.ts";

const nameFields = ["firstName", "lastName", "nickname"] as const;

const checks = {
  firstName: (typed: string) => checkName("firstName", typed),
  lastName: (typed: string) => checkName("lastName", typed),
  nickname: (typed: string) => checkName("nickname", typed),
};

interface NamesFormProps {
  member: SessionMember;
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDirty(isDirty: boolean): void;
  /** The form is to go: saved, or given up. */
  onDone(isSaved: boolean): void;
}

/** The names in place, to change. Esc gives up, after a question where something was typed. */
export function NamesForm({ member, text, appearance, onDirty, onDone }: NamesFormProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const sending = useMemberUpdate(member);
  const submit = async (params: MemberNamesParams) => {
    if (await sending.submit(params)) onDone(true);
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ firstName, lastName, nickname }) => ({
    firstName,
    lastName,
    nickname,
  }));
  // What the form began with: another tab may change the member meanwhile.
  const [values] = useState({
    firstName: member.contact?.firstName ?? "",
    lastName: member.contact?.lastName ?? "",
    nickname: ownNickname(member),
  });
  useEffect(() => frame.current?.querySelector("input")?.focus(), []);
  useUnsavedWarning(isDirty);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  function noteTyping() {
    const inputs = [...(frame.current?.querySelectorAll("input") ?? [])];
    setIsDirty(inputs.some(({ value, defaultValue }) => value !== defaultValue));
  }
  function giveUp() {
    if (sending.isPending) return;
    if (isDirty) setIsAsking(true);
    else onDone(false);
  }
  function giveUpOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    // Else the browser would close with this very key what opens now.
    event.preventDefault();
    giveUp();
  }
  const failure = sending.error?.place === "notice" ? sending.error : undefined;
  const labels = {
    firstName: text("auth.field.firstName"),
    lastName: text("auth.field.lastName"),
    nickname: text("account.names.nickname"),
  };
  const purposes = { firstName: "given-name", lastName: "family-name", nickname: "nickname" };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what its fields let through */}
      <div ref={frame} className="site-block-form" onKeyDown={giveUpOnEscape} onInput={noteTyping}>
        {failure ? (
          <ChangeNotice
            {...{ text, failure, appearance }}
            sentence={(reason) => text("account.save.failed", { reason })}
          />
        ) : (
          <Problem {...{ text, appearance }} links={{}} issues={form.issues} failure={null} fieldId={form.fieldId} />
        )}
        <form
          {...form.formProps}
          {...part("form", "site-form", appearance)}
          method="post"
          noValidate
          data-state={sending.isPending ? "pending" : "idle"}
        >
          {nameFields.map((name) => {
            const issue = form.errorAt(name);
            return (
              <TextField
                key={name}
                {...form.fieldProps(name)}
                label={labels[name]}
                hint={name === "nickname" ? text("account.names.nicknameHint") : undefined}
                autoComplete={purposes[name]}
                defaultValue={values[name]}
                isOptional
                error={issue && issueText(text, issue, {})}
                appearance={appearance}
              />
            );
          })}
          <SubmitArea
            text={text}
            label={text("account.action.save")}
            pendingLabel={text("account.action.saving")}
            attempt={{ ...sending, state: "INITIAL" }}
            isLeaving={false}
            appearance={appearance}
          />
          <Button data-part="cancel" aria-disabled={sending.isPending || undefined} onClick={giveUp}>
            {text("account.action.cancel")}
          </Button>
        </form>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text("account.discard.title")}
          text={text("account.discard.text")}
          stayLabel={text("account.discard.stay")}
          confirmLabel={text("account.discard.leave")}
          onStay={() => setIsAsking(false)}
          onConfirm={() => onDone(false)}
          appearance={appearance}
        />
      )}
    </>
  );
}
