import { ChangePassword, MemberSessions, MfaSettings, SecurityEvents } from "@porchlight/react";
import { Page } from "../ui/page.tsx";

function AccountPage() {
  return (
    <Page title="Your account">
      <div className="grid max-w-2xl gap-8">
        <MfaSettings />
        <ChangePassword headingLevel={2} />
        <MemberSessions />
        <SecurityEvents />
      </div>
    </Page>
  );
}

export { AccountPage as Component };
