import { ChangePassword } from "@porchlight/react";
import { AccountFrame } from "./account-frame.tsx";
import { accountText } from "./account-texts.ts";

/** What keeps a stranger out of the account. */
export function SecurityPage() {
  return (
    <AccountFrame title={accountText("account.security")}>
      <div className="account-section">
        <ChangePassword />
      </div>
    </AccountFrame>
  );
}
