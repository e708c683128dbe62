import {
  ChangePassword,
  type MfaFactorsData,
  MfaSettings,
  SecurityEvents,
  type SecurityEventsData,
} from "@porchlight/react";
import { useState } from "react";
import { AccountFrame, useLoadedOnce } from "./account-frame.tsx";

export { securityLoader as loader } from "./account-loader.ts";

/** Passkeys and MFA, password and security events. */
function SecurityPage() {
  const initial = useLoadedOnce<{ steps: MfaFactorsData; events: SecurityEventsData }>();
  const [changes, setChanges] = useState(0);
  const [hasPassword, setHasPassword] = useState(
    () => initial?.steps.factors.some(({ type }) => type === "PASSWORD") ?? true,
  );
  const handleChange = () => setChanges((before) => before + 1);
  return (
    <AccountFrame path="/account/security">
      <div className="site-account">
        <MfaSettings
          initial={initial?.steps}
          onChange={handleChange}
          onLoad={(read) => setHasPassword(read.hasPassword)}
        />
        <div className="site-block">
          <ChangePassword {...{ hasPassword }} onChange={handleChange} />
        </div>
        <SecurityEvents initial={initial?.events} version={changes} hasPassword={hasPassword} />
      </div>
    </AccountFrame>
  );
}

export { SecurityPage as Component };
