import { PendingApproval } from "@porchlight/react";
import { AuthPage, authText } from "./auth-page.tsx";

function PendingPage() {
  return (
    <AuthPage title={authText("pending.title")}>
      <PendingApproval homeHref="/" signInHref="/sign-in" />
    </AuthPage>
  );
}

export { PendingPage as Component };
