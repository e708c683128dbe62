import { MemberSessions } from "@porchlight/react";
import { AccountFrame } from "./account-frame.tsx";
import { accountText } from "./account-texts.ts";

/** Where the member is signed in. */
export function SessionsPage() {
  return (
    <AccountFrame path="/account/sessions">
      <noscript>
        <p className="no-script">{accountText("account.noScript")}</p>
      </noscript>
      <MemberSessions />
    </AccountFrame>
  );
}
