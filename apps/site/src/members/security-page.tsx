import { ChangePassword } from "@porchlight/react";
import { AccountFrame } from "./account-frame.tsx";

/** What keeps a stranger out of the account. */
export function SecurityPage() {
  return (
    <AccountFrame path="/account/security">
      <div className="site-block">
        <ChangePassword />
      </div>
    </AccountFrame>
  );
}
