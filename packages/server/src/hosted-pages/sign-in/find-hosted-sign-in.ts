import { resolveHostedSession } from "../../auth/sessions/hosted-session.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { usesSignInPage } from "../../redirects/authorize.ts";
import { findAppOfRedirectSession, findAuthSession } from "../../redirects/redirect-sessions-store.ts";

/** A sign-in on the hosted pages. */
export interface HostedSignIn {
  /** The redirect session's token. */
  token: string;
  appId: string;
  /** Receives the authorization code or an error. */
  redirectUri: string;
  startedAt: Date;
}

/** Finds the sign-in of a hosted page without consuming it; `undefined` if it ended or is not for the hosted pages. */
export async function findHostedSignIn(context: ServerContext, token: string): Promise<HostedSignIn | undefined> {
  const session = await findAuthSession(context.db, context.site.id, hashSecret(token), context.now());
  if (!session || !usesSignInPage(session) || session.redirect_uri === null) return undefined;
  return { token, appId: session.app_id, redirectUri: session.redirect_uri, startedAt: session.created_at };
}

/** The app of a sign-in, up to one hour after it ended. */
export async function findSignInApp(context: ServerContext, token: string): Promise<string | undefined> {
  return findAppOfRedirectSession(context.db, context.site.id, hashSecret(token));
}

/**
 * Whether the browser with this cookie has signed in since, so that the authorize endpoint would complete the sign-in.
 */
export async function isSignedInFor(
  context: ServerContext,
  { startedAt }: HostedSignIn,
  hostedCookie: string | undefined,
): Promise<boolean> {
  if (hostedCookie === undefined) return false;
  const hosted = await context.db
    .transaction()
    .execute((tx) => resolveHostedSession(tx, context, "token_hash", hostedCookie));
  return hosted !== undefined && hosted.signedInAt >= startedAt;
}
