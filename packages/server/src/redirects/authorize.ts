import { oauthErrors } from "@porchlight/contract/auth/errors";
import { issueAuthorizationCode } from "../auth/issue-authorization-code.ts";
import type { AuthorizationMessage } from "../auth/pages/web-message-page.ts";
import type { Deps } from "../deps.ts";
import { hashSecret } from "../secrets.ts";
import { useRedirectSession } from "./redirect-sessions-store.ts";

/** How the browser leaves the authorize endpoint. */
export type AuthorizeOutcome =
  /** Unknown, used or expired: told on the spot, never by a redirect. */
  | { kind: "refused" }
  /** To the page around the frame, if that is of `origin`. */
  | { kind: "message"; message: AuthorizationMessage; origin: string }
  | { kind: "redirect"; location: string };

/** Brings a prepared sign-in to its one outcome: a code, or an error, sent where the redirect session says. */
export async function authorize(deps: Deps, token: string): Promise<AuthorizeOutcome> {
  return deps.db.transaction().execute(async (tx): Promise<AuthorizeOutcome> => {
    const session = await useRedirectSession(tx, deps.site.id, hashSecret(token), deps.now());
    if (!session) return { kind: "refused" };
    const result = await issueAuthorizationCode(tx, deps, {
      appId: session.app_id,
      sessionTokenHash: session.session_token_hash,
      redirectUri: session.redirect_uri,
      codeChallenge: session.code_challenge,
    });
    const sender = { state: session.state, iss: deps.config.publicUrl };
    const message: AuthorizationMessage =
      "code" in result
        ? { code: result.code, ...sender }
        : { error: result.error, error_description: oauthErrors[result.error].message, ...sender };

    if (session.response_mode === "web_message") {
      return session.origin === null ? { kind: "refused" } : { kind: "message", message, origin: session.origin };
    }
    if (session.redirect_uri === null) return { kind: "refused" };
    return { kind: "redirect", location: withParameters(session.redirect_uri, session.response_mode, message) };
  });
}

/** Adds to the registered address without touching a byte of it. */
function withParameters(redirectUri: string, mode: "fragment" | "query", message: AuthorizationMessage): string {
  const parameters = new URLSearchParams(message).toString();
  if (mode === "fragment") return `${redirectUri}#${parameters}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}
