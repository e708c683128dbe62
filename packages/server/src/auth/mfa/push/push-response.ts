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
 * Takes the answer of a device, once. Approved is what is approved with the number that the page shows: somebody who only wants
 * to be left in peace does not let a stranger in.
 *
 * @throws {Refusal} `PUSH_TOKEN_INVALID` when it is unknown, answered, expired, or replaced by a newer one.
 */
export async function answerPush(context: ServerContext, { body }: AnswerPushRequest): Promise<{ approved: boolean }> {
  const number = body.approved ? body.number : undefined;
  return context.db.transaction().execute(async (tx) => {
    const answered = await recordPushResponse(tx, context.site.id, hashSecret(body.pushToken), number, context.now());
    if (!answered) throw new Refusal("PUSH_TOKEN_INVALID");
    const approved = answered.push_answer === "APPROVED";
    if (!approved) await recordAuditEvent(tx, context, "push-denied", { by: "member", memberId: answered.member_id });
    return { approved };
  });
}

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
