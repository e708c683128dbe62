import { ForgotPassword } from "@porchlight/react";
import { AuthPage, authText, useAuthMoves } from "./auth-page.tsx";

/** Open to who is signed in too: the mail about a changed password leads here. */
function ForgotPasswordPage() {
  const { addressOf } = useAuthMoves();
  return (
    <AuthPage title={authText("forgotPassword.title")}>
      <ForgotPassword signInHref={addressOf("/sign-in")} />
    </AuthPage>
  );
}

export { ForgotPasswordPage as Component };
