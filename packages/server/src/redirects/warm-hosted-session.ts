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
  /** Unknown, used, expired. */
  | { kind: "refused" }
  /** `secrets`: of the hosted session that the browser now has; absent when there is nobody to give one to. */
  | { kind: "done"; origin: string; secrets?: HostedSessionSecrets };

/**
 * Gives the member who asked for this pre-warm a hosted session in the browser that opens it, if that browser opens it in a page
 * of the app. Anybody can ask for such an address with tokens of their own and lead a stranger to it, who would then be signed in
 * as somebody else: what page asks, a stranger's page can hide but not invent.
 *
 * @param referrer The `Referer` header. @param former The browser's cookies.
 */
export async function warmHostedSession(
  context: ServerContext,
  token: string,
  { referrer, former }: { referrer: string | undefined; former: HostedCookies },
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
    const browserId = await setSessionBrowser(tx, siteId, sessionId, await findBrowser(tx, context, former));
    const secrets = await resumeHostedSession(tx, context, memberId, { signedInAt, browserId, former });
    return { kind: "done", origin, ...(secrets && { secrets }) };
  });
}
