import { ChangePassword, MemberSessions, MfaSettings, SecurityEvents } from "@porchlight/react";
import { Page } from "../ui/page.tsx";

function AccountPage() {
  return (
    <Page title="Your account">
      <div className="grid max-w-2xl gap-8">
        <MfaSettings />
        <div className="rounded-xl border border-line bg-surface p-8">
          <ChangePassword headingLevel={2} />
        </div>
        <MemberSessions />
        <SecurityEvents />
      </div>
    </Page>
  );
}

export { AccountPage as Component };
