import { MemberSessions } from "@porchlight/react";
import { AccountFrame } from "./account-frame.tsx";

/** Where the member is signed in. */
export function SessionsPage() {
  return (
    <AccountFrame path="/account/sessions">
      <MemberSessions />
    </AccountFrame>
  );
}
