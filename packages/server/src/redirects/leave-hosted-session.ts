import { findHostedMember } from "../auth/hosted-session.ts";
import type { Deps } from "../deps.ts";
import { hashSecret } from "../secrets.ts";
import { deleteHostedSession } from "../sessions/hosted-sessions-store.ts";
import { findRedirectSession, useRedirectSession } from "./redirect-sessions-store.ts";

export type LeaveOutcome =
  /** The member has to say so: whoever sent them here has not shown to be theirs. */
  | { kind: "ask" }
  /** Nobody is signed in here any more; `target` is where the app wanted them, if an app did. */
  | { kind: "left"; target: string | null };

/**
 * Ends the hosted session of the browser that holds `cookie`. Without being asked it does so for the member who has just been
 * signed out by this redirect session, and for nobody else: an address alone, on any page, must sign nobody out.
 *
 * @param token Of a redirect session; an unknown, used or expired one counts as none.
 * @param isConfirmed The member has sent our form.
 * Source: security requirements §4.8.
 */
export async function leaveHostedSession(
  deps: Deps,
  { token, cookie, isConfirmed }: { token: string | undefined; cookie: string | undefined; isConfirmed: boolean },
): Promise<LeaveOutcome> {
  const siteId = deps.site.id;
  return deps.db.transaction().execute(async (tx): Promise<LeaveOutcome> => {
    const at = deps.now();
    const tokenHash = token === undefined ? undefined : hashSecret(token);
    const session = tokenHash && (await findRedirectSession(tx, siteId, "logout", tokenHash, at));
    const memberId = cookie === undefined ? undefined : await findHostedMember(tx, deps, cookie);
    if (memberId !== undefined && !isConfirmed && session?.member_id !== memberId) return { kind: "ask" };
    if (cookie !== undefined) await deleteHostedSession(tx, siteId, hashSecret(cookie));
    if (tokenHash && session && (await useRedirectSession(tx, siteId, tokenHash, at)))
      return { kind: "left", target: session.redirect_uri };
    return { kind: "left", target: null };
  });
}
