import { createClient, localTokenStorage, OAuthStrategy, withHostedLogin } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import {
  AuthCallback,
  MemberButton,
  PorchlightProvider,
  SessionNotices,
  SignedIn,
  SignedOut,
  useFormErrorText,
  useHostedLogin,
} from "@porchlight/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

declare const settings: { host: string; clientId: string };

const client = createClient({
  host: settings.host,
  auth: withHostedLogin(OAuthStrategy({ clientId: settings.clientId, tokenStorage: localTokenStorage() }), {
    issuer: settings.host,
  }),
  modules: { members },
});

/** An app without sign-in forms. */
function Home() {
  const { login, logout, isPending, error } = useHostedLogin();
  const words = useFormErrorText();
  return (
    <>
      <h1>An app elsewhere</h1>
      <SignedIn>
        <MemberButton accountHref="/" />
        <button type="button" onClick={() => void logout()}>
          Sign out everywhere
        </button>
      </SignedIn>
      <SignedOut>
        <p>Nobody is signed in.</p>
        <button type="button" disabled={isPending} onClick={() => void login()}>
          Sign in by fragment
        </button>
        <button type="button" onClick={() => void login({ responseMode: "query", returnTo: "/notes?page=2" })}>
          Sign in by query
        </button>
        <button type="button" onClick={() => void login({ prompt: "none" })}>
          Sign in silently
        </button>
        {error && <p role="alert">{words(error)}</p>}
      </SignedOut>
    </>
  );
}

createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <PorchlightProvider client={client} siteName="Elsewhere">
      <SessionNotices signInHref="/" />
      <main>{window.location.pathname === "/auth/callback" ? <AuthCallback signInHref="/" /> : <Home />}</main>
    </PorchlightProvider>
  </StrictMode>,
);
