import { VerifyEmail } from "@porchlight/react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AuthPage, authText, useAuthNavigation } from "./auth-page.tsx";

/** Also opened by emailed links: `#code=` fills in the code, which the person still submits. */
function VerifyEmailPage() {
  const { welcomeHref, addressOf, moveOn } = useAuthNavigation();
  const code = useMailedCode();
  return (
    <AuthPage title={authText("verifyEmail.title")} redirectTo={welcomeHref}>
      <VerifyEmail
        redirectTo={welcomeHref}
        signInHref={addressOf("/sign-in")}
        changeEmailHref={addressOf("/sign-up")}
        code={code}
        staysInPlace={false}
        onState={moveOn}
      />
    </AuthPage>
  );
}

/** Removes the code from the URL, so that it does not stay in the history. */
function useMailedCode(): string | undefined {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const mailed = new URLSearchParams(hash.slice(1)).get("code");
    if (!mailed) return;
    setCode(mailed);
    void navigate({ search }, { replace: true });
  }, [search, hash, navigate]);
  return code;
}

export { VerifyEmailPage as Component };
