import { type AccountData, ConfirmDialog, MemberProfile } from "@porchlight/react";
import { useState } from "react";
import { useBlocker, useNavigate } from "react-router";
import { AccountFrame, useLoadedOnce } from "./account-frame.tsx";
import { accountText } from "./account-texts.ts";

export { infoLoader as loader } from "./account-loader.ts";

/** The signed-in member's profile. */
function AccountPage() {
  const initial = useLoadedOnce<AccountData>();
  const [isDirty, setIsDirty] = useState(false);
  const blocker = useBlocker(isDirty);
  const navigate = useNavigate();
  return (
    <AccountFrame path="/account/info">
      <MemberProfile
        initial={initial}
        onDirty={setIsDirty}
        onDeleted={() => void navigate("/account-deleted", { replace: true })}
      />
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

export { AccountPage as Component };
