import { AuthCallback } from "@porchlight/react";
import { withReturnTo } from "../shell/return-to.ts";
import { AuthPage, authText } from "./auth-page.tsx";

const signInHref = (returnTo: string) => withReturnTo("/sign-in", returnTo);

/** Where the hosted sign-in page comes back to, with its answer in the fragment or in the query. */
function CallbackPage() {
  return (
    <AuthPage title={authText("callback.title")}>
      <AuthCallback signInHref={signInHref} />
    </AuthPage>
  );
}

export { CallbackPage as Component };
