import type { StateMachineResponse, VerifyDuringAuthenticationRequest } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember, markEmailVerified, removePendingReason } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { notifyOwnerOfWaitingMember } from "../registration/notify-owner.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { normalizeCode } from "./code.ts";
import { verificationCodeMac } from "./email-verification.ts";
import { consumeStateTokens, findStateToken } from "./state-tokens-store.ts";
import { consumeVerificationCode, countFailedCode } from "./verification-codes-store.ts";

/**
 * Verifies a member's email with the code sent to it and continues the sign-in. A code works once.
 *
 * @throws {Refusal} `STATE_TOKEN_INVALID`; `VERIFICATION_FAILED` with `{triesLeft}`, or `{expired: true}` if only a new
 *   code helps; `TOO_MANY_REQUESTS`.
 */
export async function verifyDuringAuthentication(
  context: ServerContext,
  { caller }: Requester,
  { body }: VerifyDuringAuthenticationRequest,
): Promise<StateMachineResponse> {
  const appId = requireAppId(caller);
  const siteId = context.site.id;
  const code = normalizeCode(body.code);

  const stateToken = { siteId, tokenHash: hashSecret(body.stateToken), appId };
  const requester = await findStateToken(context.db, stateToken, context.now());
  if (requester) await context.limits.count("codeAttemptsPerMember", `${requester.memberId} ${requester.purpose}`);

  const outcome = await context.db.transaction().execute(async (tx): Promise<StateMachineResponse | Refusal> => {
    const at = context.now();
    const pending = await findStateToken(tx, stateToken, at);
    const member = pending && (await lockMember(tx, siteId, pending.memberId));
    // Checked again under the lock: of concurrent requests with the right code, the first consumes the token.
    if (!member || !(await findStateToken(tx, stateToken, at))) throw new Refusal("STATE_TOKEN_INVALID");

    // No code matches a placeholder verification.
    const { purpose } = pending;
    const key = { siteId, memberId: member.id, purpose };
    const mac = verificationCodeMac(context, member.id, code);
    if (!(await consumeVerificationCode(tx, key, mac, at))) {
      const triesLeft = await countFailedCode(tx, key, mac, at);
      // Returned, not thrown, so that the transaction commits the count.
      return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
    }
    await consumeStateTokens(tx, siteId, member.id, purpose, at);
    await markEmailVerified(tx, siteId, member.id);
    const verified = await removePendingReason(tx, siteId, member.id, "PENDING_EMAIL_VERIFICATION_REQUIRED", at);
    if (verified.status === "DELETED") throw new Refusal("STATE_TOKEN_INVALID");
    await notifyOwnerOfWaitingMember(tx, context, member, verified);
    return resolveSignInResult(tx, context, caller, verified, { isEmailVerified: true });
  });
  if (outcome instanceof Refusal) throw outcome;
  context.wakeOutbox();
  return outcome;
}
