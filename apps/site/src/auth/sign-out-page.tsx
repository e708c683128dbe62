import { useAuth, useSession } from "@porchlight/react";
import { Link } from "react-router";
import { useSite } from "../site.ts";
import { authText } from "./auth-texts.ts";
import { text } from "../shell/shell-texts.ts";
import { AuthPage } from "./auth-page.tsx";

/** Asks before signing out: a link or a picture that leads here must not do it. Says so when it is done. */
export function SignOutPage() {
  const { siteName } = useSite().settings;
  const { status } = useSession();
  const { signOut } = useAuth();
  const signedIn = status === "member" || status === "degraded";

  return (
    <AuthPage title={authText("signOut.title")}>
      <section className="sign-out" aria-labelledby="sign-out-title">
        <h1 id="sign-out-title">{authText(signedIn ? "signOut.title" : "signOut.done")}</h1>
        {signedIn ? (
          <form
            method="post"
            action="/sign-out"
            onSubmit={(event) => {
              event.preventDefault();
              void signOut();
            }}
          >
            <p>{authText("signOut.question", { site: siteName })}</p>
            <div className="actions">
              <button className="site-button" data-variant="primary" type="submit">
                {text("common.signOut")}
              </button>
              <Link className="site-button" data-variant="secondary" to="/">
                {text("common.home")}
              </Link>
            </div>
          </form>
        ) : (
          <div className="actions">
            <Link className="site-button" data-variant="primary" to="/sign-in">
              {authText("signOut.again")}
            </Link>
            <Link className="site-button" data-variant="secondary" to="/">
              {text("common.home")}
            </Link>
          </div>
        )}
      </section>
    </AuthPage>
  );
}
