import { endHostedSessions, findHostedMembers, type HostedCookies } from "../auth/sessions/hosted-session.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { consumeRedirectSession, findRedirectSession } from "./redirect-sessions-store.ts";

/** `target`: where the app wants them after that, if an app does. */
export type LeaveOutcome =
  /** The member has to say so: whoever sent them here has not shown to be theirs. */
  | { kind: "ask"; target: string | null }
  /** Nobody is signed in here any more. */
  | { kind: "left"; target: string | null };

/**
 * Ends the hosted sessions of the browser that holds `cookies`. Without being asked it does so for the member who has just been
 * signed out by this redirect session, and for nobody else: an address alone, on any page, must sign nobody out.
 *
 * @param token Of a redirect session; an unknown, used or expired one counts as none.
 * @param isConfirmed The member has sent our form.
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
    const isTheirs = signedIn.every((memberId) => memberId === undefined || memberId === session?.member_id);
    if (!isTheirs && !isConfirmed) return { kind: "ask", target: session?.redirect_uri ?? null };
    await endHostedSessions(tx, context, cookies);
    if (tokenHash && session && (await consumeRedirectSession(tx, siteId, tokenHash, at)))
      return { kind: "left", target: session.redirect_uri };
    return { kind: "left", target: null };
  });
}
