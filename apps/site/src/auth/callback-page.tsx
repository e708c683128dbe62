import { AuthCallback } from "@porchlight/react";
import { withReturnTo } from "../shell/return-to.ts";
import { AuthPage, authText } from "./auth-page.tsx";

const signInHref = (returnTo: string) => withReturnTo("/sign-in", returnTo);

/** The page that hosted sign-in returns to, with its response in the fragment or query. */
function CallbackPage() {
  return (
    <AuthPage title={authText("callback.title")}>
      <AuthCallback signInHref={signInHref} />
    </AuthPage>
  );
}

export { CallbackPage as Component };
