import { useHostedSession } from "../../auth/sessions/hosted-session.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import { isForSignInPage } from "../../redirects/is-for-sign-in-page.ts";
import { findAppOfRedirectSession, findAuthSession } from "../../redirects/redirect-sessions-store.ts";

/** A sign-in that goes on at the hosted pages. */
export interface HostedSignIn {
  /** The redirect session's token. */
  token: string;
  appId: string;
  /** Where it ends, with a code or an error. */
  redirectUri: string;
  begunAt: Date;
}

/** The sign-in that a hosted page is opened for, which is not used up by that; `undefined` when it is over, or not for these pages. */
export async function findHostedSignIn(context: ServerContext, token: string): Promise<HostedSignIn | undefined> {
  const session = await findAuthSession(context.db, context.site.id, hashSecret(token), context.now());
  if (!session || !isForSignInPage(session) || session.redirect_uri === null) return undefined;
  return { token, appId: session.app_id, redirectUri: session.redirect_uri, begunAt: session.created_at };
}

/** The app of the sign-in with this token, which may be over; it is forgotten an hour after that. */
export async function findSignInsApp(context: ServerContext, token: string): Promise<string | undefined> {
  return findAppOfRedirectSession(context.db, context.site.id, hashSecret(token));
}

/** Whether somebody has signed in for it in the browser with this cookie, so that the authorize endpoint would end it. */
export async function isSignedInFor(
  context: ServerContext,
  { begunAt }: HostedSignIn,
  hostedCookie: string | undefined,
): Promise<boolean> {
  if (hostedCookie === undefined) return false;
  const hosted = await context.db
    .transaction()
    .execute((tx) => useHostedSession(tx, context, "token_hash", hostedCookie));
  return hosted !== undefined && hosted.signedInAt >= begunAt;
}
