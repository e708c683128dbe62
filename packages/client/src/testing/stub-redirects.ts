import { authorizePath } from "@porchlight/contract/auth/endpoints";
import { oauthErrors } from "@porchlight/contract/auth/errors";
import { createRedirectSession } from "@porchlight/contract/redirects/endpoints";
import { route, type StubRoute } from "./stub-responses.ts";
import { newSecret, type StubMember, type StubState } from "./stub-state.ts";

/** Host of the stub; no request leaves the process. */
export const stubHost = "https://porchlight.test";

export function redirectRoutes(state: StubState): StubRoute[] {
  return [
    route(createRedirectSession, ({ body: { auth, ecomCheckout } }) => {
      const sessionToken = newSecret("redirect");
      if (auth) state.redirectSessions.set(sessionToken, auth.authRequest);
      const endpoint = `${stubHost}${auth ? authorizePath : ecomCheckout ? "/checkout" : "/hosted/logout"}`;
      const queryParams = { session: sessionToken };
      return {
        redirectSession: {
          id: crypto.randomUUID(),
          fullUrl: `${endpoint}?${new URLSearchParams(queryParams)}`,
          urlDetails: { endpoint, queryParams },
          sessionToken,
          createdDate: new Date().toISOString(),
        },
      };
    }),
  ];
}

/**
 * Response of the authorize endpoint for the URL of a redirect session: for the member of its session token, or for
 * `member`, who signs in at the hosted page.
 */
export function authorize(
  state: StubState,
  fullUrl: string,
  member?: StubMember,
): { redirectUri: string | undefined; responseMode: string; answer: Record<string, string> } {
  const session = new URL(fullUrl).searchParams.get("session") ?? "";
  const request = state.redirectSessions.get(session);
  if (!request) throw new Error("This is no address that the stub has given, or it has been opened before.");
  state.redirectSessions.delete(session);
  const { sessionToken, codeChallenge, redirectUri, responseMode } = request;
  const memberId = member?.id ?? state.sessionTokens.get(sessionToken ?? "");
  if (sessionToken) state.sessionTokens.delete(sessionToken);
  const target = { redirectUri: redirectUri ?? undefined, responseMode: responseMode ?? "fragment" };
  if (!memberId) {
    const refused = { error: "login_required", error_description: oauthErrors.login_required.message };
    return { ...target, answer: { state: request.state, ...refused } };
  }
  const code = newSecret("code");
  state.codes.set(code, { memberId, codeChallenge });
  return { ...target, answer: { state: request.state, code } };
}
