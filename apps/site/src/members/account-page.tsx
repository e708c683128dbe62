import { ConfirmDialog, MemberProfile } from "@porchlight/react";
import { useState } from "react";
import { useBlocker } from "react-router";
import { AccountFrame } from "./account-frame.tsx";
import { accountText } from "./account-texts.ts";

/** What the site knows about the member who is signed in, to read and to change. */
export function AccountPage() {
  const [isDirty, setIsDirty] = useState(false);
  const blocker = useBlocker(isDirty);
  return (
    <AccountFrame path="/account/info">
      <MemberProfile onDirty={setIsDirty} />
      {blocker.state === "blocked" && (
        <ConfirmDialog
          title={accountText("account.leave.title")}
          stayLabel={accountText("account.leave.stay")}
          confirmLabel={accountText("account.leave.leave")}
          onStay={blocker.reset}
          onConfirm={blocker.proceed}
        />
      )}
    </AccountFrame>
  );
}
