import { Anchor, Spinner, useAuth, useSession } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { text } from "../shell/shell-texts.ts";
import { useSite } from "../site.ts";
import { AuthPage, authText } from "./auth-page.tsx";

/** Requires confirmation: a link or image that leads here must not sign out. */
function SignOutPage() {
  const { siteName } = useSite().settings;
  const status = useSession(({ status }) => status);
  const { signOut } = useAuth();
  const [isPending, setIsPending] = useState(false);
  const signedIn = status === "member" || status === "degraded";
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    // The focused button is gone.
    if (wasSignedIn.current && !signedIn) heading.current?.focus();
    wasSignedIn.current = signedIn;
  }, [signedIn]);

  return (
    <AuthPage title={authText("signOut.title")}>
      <section className="site-auth sign-out" aria-labelledby="sign-out-title">
        <h1 id="sign-out-title" className="site-auth-title" ref={heading} tabIndex={-1}>
          {authText(signedIn ? "signOut.title" : "signOut.done")}
        </h1>
        {signedIn ? (
          <form
            method="post"
            action="/sign-out"
            onSubmit={(event) => {
              event.preventDefault();
              if (isPending) return;
              setIsPending(true);
              void signOut().finally(() => setIsPending(false));
            }}
          >
            <p>{authText("signOut.question", { site: siteName })}</p>
            <div className="actions">
              <button
                className="site-button"
                data-variant="primary"
                data-state={isPending ? "pending" : "idle"}
                type="submit"
                aria-disabled={isPending || undefined}
              >
                {isPending ? <Spinner /> : null}
                {isPending ? authText("signOut.pending") : text("common.signOut")}
              </button>
              <Anchor className="site-button" data-variant="secondary" href="/">
                {text("common.home")}
              </Anchor>
            </div>
          </form>
        ) : (
          <div className="actions">
            <Anchor className="site-button" data-variant="primary" href="/sign-in">
              {authText("signOut.again")}
            </Anchor>
            <Anchor className="site-button" data-variant="secondary" href="/">
              {text("common.home")}
            </Anchor>
          </div>
        )}
      </section>
    </AuthPage>
  );
}

export { SignOutPage as Component };
