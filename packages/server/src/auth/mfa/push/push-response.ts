import type { AnswerPushRequest } from "@porchlight/contract/auth/mfa/schema";
import { recordAuditEvent } from "../../../platform/audit/audit.ts";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { hashSecret } from "../../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { requireAppId } from "../../apps/caller-app.ts";
import { findChallenge, recordPushResponse } from "../codes/challenges-store.ts";
import { findPendingSignIn } from "../pending-sign-ins-store.ts";

/**
 * Records a device's response to a push challenge, once. Approval requires the number that the page shows, so that a
 * member who taps without looking does not let an attacker in.
 *
 * @throws {Refusal} `PUSH_TOKEN_INVALID` if it is unknown, used, expired or replaced.
 */
export async function answerPush(context: ServerContext, { body }: AnswerPushRequest): Promise<{ approved: boolean }> {
  const number = body.approved ? body.number : undefined;
  return context.db.transaction().execute(async (tx) => {
    const challenge = await recordPushResponse(tx, context.site.id, hashSecret(body.pushToken), number, context.now());
    if (!challenge) throw new Refusal("PUSH_TOKEN_INVALID");
    const approved = challenge.push_answer === "APPROVED";
    if (!approved) await recordAuditEvent(tx, context, "push-denied", { by: "member", memberId: challenge.member_id });
    return { approved };
  });
}

/**
 * Whether the sign-in can continue: the device has responded, or no longer can. Consumes nothing and does not reveal
 * the response.
 *
 * @param stateToken Of the sign-in.
 */
export async function hasDeviceResponded(context: ServerContext, caller: Caller, stateToken: string): Promise<boolean> {
  const siteId = context.site.id;
  const tokenHash = hashSecret(stateToken);
  if (!(await findPendingSignIn(context.db, { siteId, tokenHash, appId: requireAppId(caller) }, context.now())))
    return true;
  const challenge = await findChallenge(context.db, { siteId, purpose: "sign-in", subject: tokenHash.toString("hex") });
  return challenge?.type !== "PUSH" || challenge.push_answer !== null || challenge.expires_at <= context.now();
}
