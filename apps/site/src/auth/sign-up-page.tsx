import { SignUp } from "@porchlight/react";
import { text } from "../shell/shell-texts.ts";
import { AuthPage, useAuthMoves } from "./auth-page.tsx";

function SignUpPage() {
  const { returnTo, addressOf, moveOn } = useAuthMoves();
  return (
    <AuthPage title={text("common.signUp")}>
      <SignUp
        redirectTo={returnTo}
        signInHref={addressOf("/sign-in")}
        forgotPasswordHref={addressOf("/forgot-password")}
        staysInPlace={false}
        onState={moveOn}
      />
    </AuthPage>
  );
}

export { SignUpPage as Component };
