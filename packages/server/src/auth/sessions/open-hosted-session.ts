import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { useSessionToken } from "../tokens/session-tokens-store.ts";
import { type HostedCookies, type HostedSessionSecrets, startHostedSession } from "./hosted-session.ts";

/**
 * Turns the session token, in which every sign-in ends, into a hosted session of this browser.
 *
 * @throws {Refusal} `UNAUTHENTICATED` when the member was blocked, or changed their password, since.
 */
export async function openHostedSession(
  context: ServerContext,
  { appId, sessionToken, former }: { appId: string; sessionToken: string; former: HostedCookies },
): Promise<HostedSessionSecrets> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx) => {
    const memberId = await useSessionToken(tx, siteId, hashSecret(sessionToken), appId, context.now());
    const member = memberId ? await findMember(tx, siteId, memberId) : undefined;
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    return startHostedSession(tx, context, member.id, former);
  });
}
