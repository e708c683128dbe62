import { type OAuthErrorCode, oauthErrors } from "@porchlight/contract/auth/errors";
import type { Transaction } from "kysely";
import { findApp } from "../auth/apps/apps-store.ts";
import { findBrowser, type HostedCookies, resolveHostedSession } from "../auth/sessions/hosted-session.ts";
import { issueAuthorizationCode } from "../auth/tokens/issue-authorization-code.ts";
import { consumeSessionToken } from "../auth/tokens/session-tokens-store.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import type { Device } from "../platform/identity/device.ts";
import type { ServerContext, TxContext } from "../platform/server-context.ts";
import { type AuthSessionRow, consumeRedirectSession, lockAuthSession } from "./redirect-sessions-store.ts";

/** An authorization code, or the reason there is none. `iss` is the issuer (RFC 9207). */
export type AuthorizationMessage = { state: string; iss: string } & (
  | { code: string }
  | { error: string; error_description: string }
);

/** How the browser leaves the authorize endpoint. */
export type AuthorizeOutcome =
  /** The token is unknown, used or expired; never redirect. */
  | { kind: "refused" }
  /** Sign in on the hosted page, then return here. */
  | { kind: "signIn" }
  /** Post to the parent page if it is on `origin`. */
  | { kind: "message"; message: AuthorizationMessage; origin: string }
  | { kind: "redirect"; location: string };

/**
 * Completes a prepared sign-in: sends a code or an error to where the redirect session says.
 *
 * The member comes from the session token stored in the redirect session, else from the browser's hosted session.
 * Prompt `login` requires a hosted session newer than the redirect session; in a frame, where no form can be shown, it
 * fails.
 *
 * @param device The browser and system that opened the URL.
 * Source: spec §3, "Auth request"; OpenID Connect Core §3.1.2.1 (prompt), RFC 9207 (iss).
 */
export async function authorize(
  context: ServerContext,
  token: string,
  cookies: HostedCookies,
  device: Device,
): Promise<AuthorizeOutcome> {
  return context.db.transaction().execute(async (tx): Promise<AuthorizeOutcome> => {
    const siteId = context.site.id;
    const tokenHash = hashSecret(token);
    const session = await lockAuthSession(tx, siteId, tokenHash, context.now());
    if (!session || !(await findApp(tx, siteId, session.app_id))) return { kind: "refused" };
    const member = await findProvenMember(tx, context, session, cookies);
    if (member === undefined && usesSignInPage(session)) return { kind: "signIn" };
    if (!(await consumeRedirectSession(tx, siteId, tokenHash, context.now()))) return { kind: "refused" };

    const result: { code: string } | { error: OAuthErrorCode } =
      member === undefined
        ? { error: "login_required" }
        : await issueAuthorizationCode(tx, context, {
            appId: session.app_id,
            ...member,
            redirectUri: session.redirect_uri,
            codeChallenge: session.code_challenge,
            device,
          });
    const sender = { state: session.state, iss: context.config.publicUrl };
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

async function findProvenMember(
  tx: Transaction<Tables>,
  context: TxContext,
  session: AuthSessionRow,
  cookies: HostedCookies,
): Promise<{ memberId: string; browserId: string } | undefined> {
  if (session.session_token_hash !== null) {
    const memberId = await consumeSessionToken(
      tx,
      context.site.id,
      session.session_token_hash,
      session.app_id,
      context.now(),
    );
    return memberId === undefined
      ? undefined
      : { memberId, browserId: (await findBrowser(tx, context, cookies)) ?? newId() };
  }
  if (session.response_mode === "web_message")
    return session.prompt === "none" ? resolveHostedSession(tx, context, "silent_hash", cookies.silent) : undefined;
  const hosted = await resolveHostedSession(tx, context, "token_hash", cookies.hosted);
  return hosted && (session.prompt === "none" || hosted.signedInAt >= session.created_at) ? hosted : undefined;
}

/** Appends to the registered URI, which stays byte for byte the same. */
function withParameters(redirectUri: string, mode: "fragment" | "query", message: AuthorizationMessage): string {
  const parameters = new URLSearchParams(message).toString();
  if (mode === "fragment") return `${redirectUri}#${parameters}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

/** Whether the sign-in may show the hosted sign-in page rather than fail. */
export function usesSignInPage(session: AuthSessionRow): boolean {
  return session.prompt === "login" && session.response_mode !== "web_message" && session.session_token_hash === null;
}
