import { endHostedSessions, findHostedMembers, type HostedCookies } from "../auth/sessions/hosted-session.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { consumeRedirectSession, findRedirectSession } from "./redirect-sessions-store.ts";

/** `target`: the URL that the app wants the browser to return to; null without one. */
export type LeaveOutcome =
  /** The member must confirm, since the request may come from another site. */
  | { kind: "confirm"; target: string | null }
  /** The browser is signed out. */
  | { kind: "left"; target: string | null };

/**
 * Ends the hosted sessions of the browser. Without confirmation, ends only those of the member whom this redirect
 * session signed out, so that a bare URL cannot sign members out.
 *
 * @param token Of a redirect session; an unknown, used or expired one is ignored.
 * @param isConfirmed Whether the member submitted the confirmation form.
 * Source: security requirements §4.8.
 */
export async function leaveHostedSession(
  context: ServerContext,
  { token, cookies, isConfirmed }: { token: string | undefined; cookies: HostedCookies; isConfirmed: boolean },
): Promise<LeaveOutcome> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx): Promise<LeaveOutcome> => {
    const at = context.now();
    const tokenHash = token === undefined ? undefined : hashSecret(token);
    const session = tokenHash && (await findRedirectSession(tx, siteId, "logout", tokenHash, at));
    const signedIn = Object.values(await findHostedMembers(tx, context, cookies));
    const isSameMember = signedIn.every((memberId) => memberId === undefined || memberId === session?.member_id);
    if (!isSameMember && !isConfirmed) return { kind: "confirm", target: session?.redirect_uri ?? null };
    await endHostedSessions(tx, context, cookies);
    if (tokenHash && session && (await consumeRedirectSession(tx, siteId, tokenHash, at)))
      return { kind: "left", target: session.redirect_uri };
    return { kind: "left", target: null };
  });
}
