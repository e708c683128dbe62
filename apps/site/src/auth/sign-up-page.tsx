import { SignUp } from "@porchlight/react";
import { text } from "../shell/shell-texts.ts";
import { AuthPage, useAuthNavigation } from "./auth-page.tsx";

function SignUpPage() {
  const { welcomeHref, addressOf, moveOn } = useAuthNavigation();
  return (
    <AuthPage title={text("common.signUp")} redirectTo={welcomeHref}>
      <SignUp
        redirectTo={welcomeHref}
        signInHref={addressOf("/sign-in")}
        forgotPasswordHref={addressOf("/forgot-password")}
        staysInPlace={false}
        onState={moveOn}
      />
    </AuthPage>
  );
}

export { SignUpPage as Component };
