import { ResetPassword } from "@porchlight/react";
import { AuthPage, useAuthMoves } from "./auth-page.tsx";
import { authText } from "./auth-texts.ts";

/** What the link in the mail opens, with its token in the fragment: `#token=…`. */
export function ResetPasswordPage() {
  const { returnTo, addressOf, moveOn } = useAuthMoves();
  return (
    <AuthPage title={authText("resetPassword.title")}>
      <ResetPassword redirectTo={returnTo} signInHref={addressOf("/sign-in")} staysInPlace={false} onState={moveOn} />
    </AuthPage>
  );
}
