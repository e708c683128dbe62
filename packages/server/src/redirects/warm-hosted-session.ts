import {
  findBrowser,
  type HostedCookies,
  type HostedSessionSecrets,
  resumeHostedSession,
} from "../auth/sessions/hosted-session.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import { findSessionStart, setSessionBrowser } from "../platform/identity/sessions-store.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { consumeRedirectSession, findRedirectSession } from "./redirect-sessions-store.ts";

export type WarmOutcome =
  /** The token is unknown, used or expired. */
  | { kind: "refused" }
  /** `secrets`: of the browser's new hosted session; absent if none was created. */
  | { kind: "done"; origin: string; secrets?: HostedSessionSecrets };

/**
 * Gives the member who requested this pre-warm a hosted session in the browser that opens it.
 *
 * The referrer must be a page of the app: otherwise an attacker could open their own pre-warm URL in a victim's browser
 * and sign the victim in as the attacker. Other sites can hide the referrer but not forge it.
 *
 * @param referrer The `Referer` header.
 * @param cookies Sent by the browser.
 */
export async function warmHostedSession(
  context: ServerContext,
  token: string,
  { referrer, cookies }: { referrer: string | undefined; cookies: HostedCookies },
): Promise<WarmOutcome> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx): Promise<WarmOutcome> => {
    const tokenHash = hashSecret(token);
    const session = await findRedirectSession(tx, siteId, "login", tokenHash, context.now());
    if (!session || session.origin === null || !(await consumeRedirectSession(tx, siteId, tokenHash, context.now())))
      return { kind: "refused" };
    const { origin, member_id: memberId, session_id: sessionId } = session;
    const signedInAt = sessionId === null ? undefined : await findSessionStart(tx, siteId, sessionId);
    if (
      memberId === null ||
      sessionId === null ||
      signedInAt === undefined ||
      URL.parse(referrer ?? "")?.origin !== origin
    )
      return { kind: "done", origin };
    const browserId = await setSessionBrowser(tx, siteId, sessionId, await findBrowser(tx, context, cookies));
    const secrets = await resumeHostedSession(tx, context, memberId, { signedInAt, browserId, cookies });
    return { kind: "done", origin, ...(secrets && { secrets }) };
  });
}
