import { type OAuthErrorCode, oauthErrors } from "@porchlight/contract/auth/errors";
import type { Transaction } from "kysely";
import { findBrowser, type HostedCookies, resolveHostedSession } from "../auth/sessions/hosted-session.ts";
import { issueAuthorizationCode } from "../auth/tokens/issue-authorization-code.ts";
import { consumeSessionToken } from "../auth/tokens/session-tokens-store.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import type { Device } from "../platform/identity/device.ts";
import type { ServerContext, TxContext } from "../platform/server-context.ts";
import { type AuthSessionRow, consumeRedirectSession, lockAuthSession } from "./redirect-sessions-store.ts";

/** What the page tells: a code, or why there is none. `iss` says who speaks (RFC 9207). */
export type AuthorizationMessage = { state: string; iss: string } & (
  | { code: string }
  | { error: string; error_description: string }
);

/** How the browser leaves the authorize endpoint. */
export type AuthorizeOutcome =
  /** Unknown, used or expired: told on the spot, never by a redirect. */
  | { kind: "refused" }
  /** To the hosted sign-in page, and then back here. */
  | { kind: "signIn" }
  /** To the page around the frame, if that is of `origin`. */
  | { kind: "message"; message: AuthorizationMessage; origin: string }
  | { kind: "redirect"; location: string };

/**
 * Brings a prepared sign-in to its one outcome: a code, or an error, sent where the redirect session says.
 *
 * Who signs in is told by the session token that the redirect session was made with, or else by the browser's hosted session.
 * Prompt `login` takes only one that began after the redirect session, and has it begun at the sign-in page; in a frame,
 * where nobody can type, it takes none.
 *
 * @param from What opened the address, and where, as `readPlace` has it.
 * Source: spec §3, "Auth request"; OpenID Connect Core §3.1.2.1 (prompt), RFC 9207 (iss).
 */
export async function authorize(
  context: ServerContext,
  token: string,
  cookies: HostedCookies,
  from: { device: Device; place: Buffer | undefined },
): Promise<AuthorizeOutcome> {
  return context.db.transaction().execute(async (tx): Promise<AuthorizeOutcome> => {
    const siteId = context.site.id;
    const tokenHash = hashSecret(token);
    const session = await lockAuthSession(tx, siteId, tokenHash, context.now());
    if (!session) return { kind: "refused" };
    const proven = await findProvenMember(tx, context, session, cookies);
    if (proven === undefined && usesSignInPage(session)) return { kind: "signIn" };
    if (!(await consumeRedirectSession(tx, siteId, tokenHash, context.now()))) return { kind: "refused" };

    const result: { code: string } | { error: OAuthErrorCode } =
      proven === undefined
        ? { error: "login_required" }
        : await issueAuthorizationCode(tx, context, {
            appId: session.app_id,
            ...proven,
            redirectUri: session.redirect_uri,
            codeChallenge: session.code_challenge,
            ...from,
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

/** Adds to the registered address without touching a byte of it. */
function withParameters(redirectUri: string, mode: "fragment" | "query", message: AuthorizationMessage): string {
  const parameters = new URLSearchParams(message).toString();
  if (mode === "fragment") return `${redirectUri}#${parameters}`;
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

/** Whether this sign-in may ask somebody for their password at the hosted pages, rather than end without a word. */
export function usesSignInPage(session: AuthSessionRow): boolean {
  return session.prompt === "login" && session.response_mode !== "web_message" && session.session_token_hash === null;
}
