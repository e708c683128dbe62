import { PendingApproval } from "@porchlight/react";
import { authText } from "./auth-texts.ts";
import { AuthPage } from "./auth-page.tsx";

export function PendingPage() {
  return (
    <AuthPage title={authText("pending.title")}>
      <PendingApproval homeHref="/" signInHref="/sign-in" />
    </AuthPage>
  );
}
