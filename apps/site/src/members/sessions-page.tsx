import { MemberSessions, type MemberSessionsData } from "@porchlight/react";
import { AccountFrame, useLoadedOnce } from "./account-frame.tsx";

export { sessionsLoader as loader } from "./account-loader.ts";

function SessionsPage() {
  return (
    <AccountFrame path="/account/sessions">
      <MemberSessions initial={useLoadedOnce<MemberSessionsData>()} />
    </AccountFrame>
  );
}

export { SessionsPage as Component };
