import { lazy, Suspense, useState } from "react";
import type { AuthTexts } from "../../../auth/form/auth-screen.tsx";
import type { SessionMember } from "../../../auth/member-client.ts";
import { useSession } from "../../../auth/session/use-session.ts";
import { AccountSection, type AccountSectionProps, DescriptionItem, DescriptionList } from "../../account-section.tsx";
import { EditableSection } from "../../editable-section.tsx";
import type { AccountDetails } from "../use-account-details.ts";

interface EmailBlockProps extends AccountSectionProps {
  member: SessionMember;
  text: AuthTexts;
  /** Absent if the client has no module `account`: the address is then read-only. */
  account: AccountDetails | undefined;
  onDirty(isDirty: boolean): void;
}

/** Loaded on demand: most members never change their address. */
const EmailCodeForm = lazy(async () => ({ default: (await import("./email-code-form.tsx")).EmailCodeForm }));

const loadForm = async () => (await import("./new-email-form.tsx")).NewEmailForm;

/** The email address, with a form to change it. A new address applies once its code is confirmed. */
export function EmailSection({ member, text, account, onDirty, appearance, headingLevel, messages }: EmailBlockProps) {
  const refresh = useSession(({ refresh }) => refresh);
  const [status, setStatus] = useState<string>();
  const frame = { name: "email", title: text("account.email.title"), text, appearance, headingLevel };
  const facts = <EmailFacts {...{ member, text, appearance }} />;
  if (!account?.info) {
    return <AccountSection {...frame}>{facts}</AccountSection>;
  }
  const { emailChange } = account.info;
  const former = member.loginEmail ?? "";
  return (
    <EditableSection
      {...frame}
      action="profile.email.change"
      status={status}
      loadForm={loadForm}
      form={(NewEmailForm, onDone) => (
        <NewEmailForm
          {...{ text, appearance, messages, account, former, onDirty }}
          onDone={(isSent) => {
            setStatus(undefined);
            // Sent is not saved: the section shows the next step.
            onDone(false);
            if (isSent) void account.refresh();
          }}
        />
      )}
    >
      {facts}
      {emailChange && (
        <Suspense>
          <EmailCodeForm
            {...{ text, appearance, messages, account, former }}
            email={emailChange.email}
            onDone={(isChanged) => {
              setStatus(text(isChanged ? "profile.email.done" : "profile.email.kept", { email: emailChange.email }));
              void Promise.all([account.refresh(), refresh()]);
            }}
          />
        </Suspense>
      )}
    </EditableSection>
  );
}

function EmailFacts({ member, text, appearance }: Pick<EmailBlockProps, "member" | "text" | "appearance">) {
  const { loginEmail, loginEmailVerified } = member;
  return (
    <DescriptionList appearance={appearance}>
      <DescriptionItem name={text("account.email.address")}>
        <bdi>{loginEmail}</bdi>
        {loginEmailVerified !== undefined && (
          <span className="site-badge" data-kind={loginEmailVerified ? "success" : "warning"}>
            {text(loginEmailVerified ? "account.email.confirmed" : "account.email.unconfirmed")}
          </span>
        )}
      </DescriptionItem>
    </DescriptionList>
  );
}
