import type { StateMachineResponse, VerifyDuringAuthenticationRequest } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember, markEmailVerified, removePendingReason } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { normalizeCode } from "./code.ts";
import { verificationCodeMac } from "./email-verification.ts";
import { consumeStateTokens, findStateToken } from "./state-tokens-store.ts";
import { consumeVerificationCode, countFailedCode } from "./verification-codes-store.ts";

/**
 * Confirms a member's e-mail with the code from the mail and goes on with the sign-in. A code works once; a wrong one is
 * counted, also when the request fails.
 *
 * @throws {Refusal} `STATE_TOKEN_INVALID`; `VERIFICATION_FAILED` with `{triesLeft}`, or `{expired: true}` when only a new code helps;
 *   `TOO_MANY_REQUESTS`.
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
  const asker = await findStateToken(context.db, stateToken, context.now());
  if (asker) await context.limits.count("codeAttemptsPerMember", `${asker.memberId} ${asker.purpose}`);

  const outcome = await context.db.transaction().execute(async (tx): Promise<StateMachineResponse | Refusal> => {
    const at = context.now();
    const found = await findStateToken(tx, stateToken, at);
    const member = found && (await lockMember(tx, siteId, found.memberId));
    // Asked again under the lock: of several right codes at once, the first one ends the sign-in for the others.
    if (!member || !(await findStateToken(tx, stateToken, at))) throw new Refusal("STATE_TOKEN_INVALID");

    // No code is the right one for a decoy.
    const { purpose } = found;
    const key = { siteId, memberId: member.id, purpose };
    if (!(await consumeVerificationCode(tx, key, verificationCodeMac(context, member.id, code), at))) {
      const triesLeft = await countFailedCode(tx, key, at);
      // Returned, not thrown: the count has to be kept.
      return new Refusal("VERIFICATION_FAILED", triesLeft === undefined ? { expired: true } : { triesLeft });
    }
    await consumeStateTokens(tx, siteId, member.id, purpose, at);
    await markEmailVerified(tx, siteId, member.id);
    const verified = await removePendingReason(tx, siteId, member.id, "PENDING_EMAIL_VERIFICATION_REQUIRED", at);
    if (verified.status === "DELETED") throw new Refusal("STATE_TOKEN_INVALID");
    return resolveSignInResult(tx, context, caller, verified, { isEmailVerified: true });
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}
