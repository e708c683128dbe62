import { VerifyEmail } from "@porchlight/react";
import { useSearchParams } from "react-router";
import { AuthPage, useAuthMoves } from "./auth-page.tsx";
import { authText } from "./auth-texts.ts";

/** Also what the link in the mail opens: `?code=` fills in the code, the button is still the person's to press. */
export function VerifyEmailPage() {
  const { returnTo, addressOf, moveOn } = useAuthMoves();
  const [parameters] = useSearchParams();
  return (
    <AuthPage title={authText("verifyEmail.title")}>
      <VerifyEmail
        redirectTo={returnTo}
        signInHref={addressOf("/sign-in")}
        changeEmailHref={addressOf("/sign-up")}
        code={parameters.get("code") ?? undefined}
        staysInPlace={false}
        onState={moveOn}
      />
    </AuthPage>
  );
}
