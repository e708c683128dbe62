import { useState } from "react";
import type { AuthTexts } from "../auth/auth-screen.tsx";
import type { SessionMember } from "../auth/member-client.ts";
import { useSession } from "../auth/use-session.ts";
import { TimeText } from "../ui/time-text.tsx";
import { AccountBlock, type AccountBlockProps, Fact, Facts } from "./account-block.tsx";
import { EditableBlock } from "./editable-block.tsx";
import { EmailCodeForm } from "./email-code-form.tsx";
import type { AccountDetails } from "./use-account-details.ts";

interface EmailBlockProps extends AccountBlockProps {
  member: SessionMember;
  text: AuthTexts;
  /** Absent where the client was made without the module `account`: the e-mail is there to read. */
  account: AccountDetails | undefined;
  onDirty(isDirty: boolean): void;
}

const loadForm = async () => (await import("./new-email-form.tsx")).NewEmailForm;

/** The e-mail, and a new one: it counts once its code has come back. */
export function EmailBlock({ member, text, account, onDirty, appearance, headingLevel, messages }: EmailBlockProps) {
  const { refresh } = useSession();
  const [told, setTold] = useState<string>();
  const frame = { name: "email", title: text("account.email.title"), text, appearance, headingLevel };
  const facts = <EmailFacts {...{ member, text, appearance }} />;
  if (!account?.facts) {
    return <AccountBlock {...frame}>{facts}</AccountBlock>;
  }
  const { emailChange } = account.facts;
  const former = member.loginEmail ?? "";
  return (
    <EditableBlock
      {...frame}
      action="profile.email.change"
      told={told}
      loadForm={loadForm}
      form={(NewEmailForm, onDone) => (
        <NewEmailForm
          {...{ text, appearance, messages, account, former, onDirty }}
          onDone={(isSent) => {
            setTold(undefined);
            // Sent is not saved: the block says below what is to be done.
            onDone(false);
            if (isSent) void account.refresh();
          }}
        />
      )}
    >
      {facts}
      {emailChange && (
        <EmailCodeForm
          {...{ text, appearance, messages, account, former }}
          email={emailChange.email}
          onDone={(isChanged) => {
            setTold(text(isChanged ? "profile.email.done" : "profile.email.kept", { email: emailChange.email }));
            void Promise.all([account.refresh(), refresh()]);
          }}
        />
      )}
    </EditableBlock>
  );
}

function EmailFacts({ member, text, appearance }: Pick<EmailBlockProps, "member" | "text" | "appearance">) {
  const { loginEmail, loginEmailVerified, _createdDate } = member;
  return (
    <Facts appearance={appearance}>
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
  );
}
