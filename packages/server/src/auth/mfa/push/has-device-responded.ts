import type { Caller } from "../../../platform/context/caller.ts";
import { hashSecret } from "../../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { requireAppId } from "../../apps/caller-app.ts";
import { findChallenge } from "../codes/challenges-store.ts";
import { findPendingSignIn } from "../pending-sign-ins-store.ts";

/**
 * Whether it is worth taking the second step now: the member's device has answered, or cannot any more. Nothing is used up by it,
 * and it does not tell what the answer is.
 *
 * @param stateToken Of the sign-in.
 */
export async function hasDeviceResponded(context: ServerContext, caller: Caller, stateToken: string): Promise<boolean> {
  const siteId = context.site.id;
  const tokenHash = hashSecret(stateToken);
  if (!(await findPendingSignIn(context.db, { siteId, tokenHash, appId: requireAppId(caller) }, context.now())))
    return true;
  const asked = await findChallenge(context.db, { siteId, purpose: "sign-in", subject: tokenHash.toString("hex") });
  return asked?.type !== "PUSH" || asked.push_answer !== null || asked.expires_at <= context.now();
}
