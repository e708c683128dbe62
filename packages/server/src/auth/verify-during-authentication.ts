import type { StateMachineAnswer, VerifyDuringAuthenticationRequest } from "@porchlight/contract/auth/sign-in";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { lockMember, markEmailVerified, removePendingReason } from "../members/members-store.ts";
import { hashSecret } from "../secrets.ts";
import { verificationCodeMac, verificationPurpose } from "./email-verification.ts";
import { appOf, signInAnswer } from "./sign-in-answer.ts";
import { findStateToken, useStateTokens } from "./state-tokens-store.ts";
import { countWrongCode, useVerificationCode } from "./verification-codes-store.ts";

/**
 * Confirms a member's e-mail with the code from the mail and goes on with the sign-in. A code works once; a wrong one is
 * counted, also when the request fails.
 *
 * @throws {Refusal} `STATE_TOKEN_INVALID`; `VERIFICATION_FAILED` with `{triesLeft}`, or `{expired: true}` when only a new code helps;
 *   `TOO_MANY_REQUESTS`.
 */
export async function verifyDuringAuthentication(
  deps: Deps,
  caller: Caller,
  { body }: VerifyDuringAuthenticationRequest,
): Promise<StateMachineAnswer> {
  const appId = appOf(caller);
  const siteId = deps.site.id;
  const code = body.code.replace(/[\s-]/g, "");

  const asker = await findStateToken(
    deps.db,
    { siteId, tokenHash: hashSecret(body.stateToken), purpose: verificationPurpose, appId },
    deps.now(),
  );
  if (asker) await deps.limits.count("code tries for a member", asker);

  const outcome = await deps.db.transaction().execute(async (tx): Promise<StateMachineAnswer | Refusal> => {
    const at = deps.now();
    const stateToken = { siteId, tokenHash: hashSecret(body.stateToken), purpose: verificationPurpose, appId } as const;
    const memberId = await findStateToken(tx, stateToken, at);
    const member = memberId ? await lockMember(tx, siteId, memberId) : undefined;
    // Asked again under the lock: of several right codes at once, the first one ends the sign-in for the others.
    if (!member || !(await findStateToken(tx, stateToken, at))) throw new Refusal("STATE_TOKEN_INVALID");

    const key = { siteId, memberId: member.id, purpose: verificationPurpose } as const;
    if (!(await useVerificationCode(tx, key, verificationCodeMac(deps, member.id, code), at))) {
      const triesLeft = await countWrongCode(tx, key, at);
      // Returned, not thrown: the count has to be kept.
      return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
    }
    await useStateTokens(tx, siteId, member.id, verificationPurpose, at);
    await markEmailVerified(tx, siteId, member.id);
    const verified = await removePendingReason(tx, siteId, member.id, "PENDING_EMAIL_VERIFICATION_REQUIRED", at);
    if (verified.status === "DELETED") throw new Refusal("STATE_TOKEN_INVALID");
    return signInAnswer(tx, deps, appId, verified);
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}
