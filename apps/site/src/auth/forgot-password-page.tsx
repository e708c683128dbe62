import { ForgotPassword } from "@porchlight/react";
import { AuthPage, authText, useAuthNavigation } from "./auth-page.tsx";

/** Also for signed-in members: the email about a changed password links here. */
function ForgotPasswordPage() {
  const { addressOf } = useAuthNavigation();
  return (
    <AuthPage title={authText("forgotPassword.title")}>
      <ForgotPassword signInHref={addressOf("/sign-in")} />
    </AuthPage>
  );
}

export { ForgotPasswordPage as Component };
