import { ResetPassword } from "@porchlight/react";
import { useCallback, useState } from "react";
import { AuthPage, authText, useAuthNavigation } from "./auth-page.tsx";

/** The page that emailed links open, with their token in the fragment: `#token=…`. An invitation sets up an account. */
function ResetPasswordPage() {
  const { returnTo, addressOf, moveOn } = useAuthNavigation();
  const [isSetUp, setIsSetUp] = useState(false);
  return (
    <AuthPage title={authText(isSetUp ? "resetPassword.setUpTitle" : "resetPassword.title")}>
      <ResetPassword
        redirectTo={returnTo}
        signInHref={addressOf("/sign-in")}
        staysInPlace={false}
        onState={moveOn}
        onSetUp={useCallback(() => setIsSetUp(true), [])}
      />
    </AuthPage>
  );
}

export { ResetPasswordPage as Component };
