import { createClient, localTokenStorage, OAuthStrategy, withHostedLogin } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { redirects } from "@porchlight/client/redirects";
import {
  AuthCallback,
  MembershipList,
  type MembershipSource,
  type Memberships,
  membershipSections,
  PorchlightProvider,
  SignedIn,
  SignedOut,
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
  modules: { members, redirects },
});

/** Like a developer whose orders are in another system. */
async function request(path: string) {
  const answer = await fetch(path, await client.auth.getAuthHeaders());
  if (!answer.ok) throw new Error(`The shop answers ${answer.status}.`);
  return answer.json();
}

const memberships: Memberships = {
  EVENTS: { list: () => request("/shop/events"), browseHref: "/programme" },
  ORDERS: { list: () => request("/shop/orders") },
};

function Account() {
  return membershipSections.map((section) => {
    const source = memberships[section];
    return source && <MembershipList key={section} section={section} source={source as MembershipSource} />;
  });
}

function SignIn() {
  const { login } = useHostedLogin();
  return (
    <button type="button" onClick={() => void login()}>
      Sign in
    </button>
  );
}

createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>
    <PorchlightProvider client={client} siteName="Shop">
      <main>
        <h1>Shop</h1>
        {window.location.pathname === "/auth/callback" ? (
          <AuthCallback signInHref="/" />
        ) : (
          <>
            <SignedIn>
              <Account />
            </SignedIn>
            <SignedOut>
              <SignIn />
            </SignedOut>
          </>
        )}
      </main>
    </PorchlightProvider>
  </StrictMode>,
);
