import { ownLanguageName, textLanguages } from "@porchlight/contract/texts/keys";
import { ChangePassword, MemberSessions, MfaSettings, SecurityEvents } from "@porchlight/react";
import { useStaffAccount } from "../context.ts";
import { changeLanguage, language, text } from "../texts/text.ts";
import { LinkButton } from "../ui/button.tsx";
import { Select } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";

const choices = textLanguages.map((id) => ({ id, label: ownLanguageName(id) }));

function AccountPage() {
  return (
    <Page title={text("Your account")}>
      <div className="grid max-w-2xl gap-8">
        <MfaSettings />
        <div className="rounded-xl border border-line bg-surface p-4 sm:p-8">
          <ChangePassword headingLevel={2} />
        </div>
        <MemberSessions />
        <SecurityEvents />
        <div className="rounded-xl border border-line bg-surface p-4 sm:p-8">
          <Select label={text("Console language")} value={language} options={choices} onChange={changeLanguage} />
        </div>
      </div>
    </Page>
  );
}

/** After an account was created: offers a second factor. */
export function WelcomePage() {
  const { name } = useStaffAccount();
  return (
    <Page title={name ? text("Welcome, {name}", { name: name.split(" ")[0] ?? name }) : text("Welcome")}>
      <div className="grid max-w-2xl gap-6">
        <p>{text("Your account is ready. Protect it with a second factor now, or later under “Account”.")}</p>
        <MfaSettings />
        <div>
          <LinkButton to="/">{text("Continue to the console")}</LinkButton>
        </div>
      </div>
    </Page>
  );
}

export { AccountPage as Component };
