import { PendingApproval } from "@porchlight/react";
import { AuthPage } from "./auth-page.tsx";
import { authText } from "./auth-texts.ts";

function PendingPage() {
  return (
    <AuthPage title={authText("pending.title")}>
      <PendingApproval homeHref="/" signInHref="/sign-in" />
    </AuthPage>
  );
}

export { PendingPage as Component };
