import { SignIn } from "@porchlight/react";
import { text } from "../shell/shell-texts.ts";
import { AuthPage, useAuthNavigation } from "./auth-page.tsx";

function SignInPage() {
  const { returnTo, addressOf, moveOn } = useAuthNavigation();
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
