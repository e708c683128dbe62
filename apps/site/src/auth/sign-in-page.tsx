import { SignIn } from "@porchlight/react";
import { text } from "../shell/shell-texts.ts";
import { AuthPage, useAuthMoves } from "./auth-page.tsx";

function SignInPage() {
  const { returnTo, addressOf, moveOn } = useAuthMoves();
  return (
    <AuthPage title={text("common.signIn")}>
      <SignIn
        redirectTo={returnTo}
        signUpHref={addressOf("/sign-up")}
        forgotPasswordHref={addressOf("/forgot-password")}
        staysInPlace={false}
        onState={moveOn}
      />
    </AuthPage>
  );
}

export { SignInPage as Component };
