import { asRecord } from "../auth/failures.ts";
import type { SessionMember } from "../auth/member-client.ts";
import { useMember, useSession } from "../auth/use-session.ts";
import { part } from "../ui/appearance.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { AccountBlock, type AccountBlockProps, Fact, Facts } from "./account-block.tsx";
import { useAccountTexts } from "./account-texts.ts";
import { NamesBlock } from "./names-block.tsx";

export interface MemberProfileProps extends AccountBlockProps {
  /** Told whether something was typed that is not saved, for a router that should ask before it leaves. Keep it the same. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}

const ignore = () => undefined;

/** What the site knows of the member who is signed in: the names, which they can change, and the e-mail. */
export function MemberProfile(props: MemberProfileProps) {
  const { appearance, headingLevel, messages, onDirty = ignore } = props;
  const text = useAccountTexts(messages);
  const { member, isPending, error } = useMember();
  const { refresh } = useSession();
  const frame = { appearance, headingLevel };
  if (member) {
    return (
      <div {...part("profile", "site-account", appearance)}>
        {/* Another member begins with another form. */}
        <NamesBlock key={member._id} {...frame} {...{ member, text, onDirty }} />
        <EmailBlock {...frame} {...{ member, text }} />
      </div>
    );
  }
  const { requestId } = asRecord(error);
  return (
    <div {...part("profile", "site-account", appearance)}>
      {error ? (
        <ErrorState
          message={text("account.profile.failed")}
          requestId={typeof requestId === "string" ? requestId : undefined}
          isPending={isPending}
          onRetry={() => void refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        (["names", "email"] as const).map((name) => (
          <AccountBlock key={name} name={name} title={text(`account.${name}.title`)} isBusy {...frame}>
            <Skeleton label={name === "names" ? text("account.profile.loading") : ""} lines={2} />
          </AccountBlock>
        ))
      )}
    </div>
  );
}

interface EmailBlockProps extends AccountBlockProps {
  member: SessionMember;
  text: ReturnType<typeof useAccountTexts>;
}

function EmailBlock({ member, text, ...frame }: EmailBlockProps) {
  const { loginEmail, loginEmailVerified, _createdDate } = member;
  return (
    <AccountBlock name="email" title={text("account.email.title")} {...frame}>
      <Facts appearance={frame.appearance}>
        <Fact name={text("account.email.address")}>
          <bdi>{loginEmail}</bdi>
          {loginEmailVerified !== undefined && (
            <span className="site-badge" data-kind={loginEmailVerified ? "success" : "warning"}>
              {text(loginEmailVerified ? "account.email.confirmed" : "account.email.unconfirmed")}
            </span>
          )}
        </Fact>
        {_createdDate && (
          <Fact name={text("account.email.since")}>
            <TimeText value={_createdDate} />
          </Fact>
        )}
      </Facts>
    </AccountBlock>
  );
}
