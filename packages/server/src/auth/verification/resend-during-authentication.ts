import type { ResendDuringAuthenticationRequest, StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { lockMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { startPlaceholderVerification } from "../sign-in/enumeration-protection.ts";
import { toCodeRequester } from "../sign-in/sign-in-result.ts";
import { startEmailVerification } from "./email-verification.ts";
import { findStateToken, isPlaceholder } from "./state-tokens-store.ts";

/**
 * Mails a new code, which kills the former one, and hands out a fresh state token. Within 60 seconds of the last code,
 * and beyond the limits of mails, no mail leaves and the former code goes on working; the answer is the same.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `STATE_TOKEN_INVALID`.
 */
export async function resendDuringAuthentication(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: ResendDuringAuthenticationRequest,
): Promise<StateMachineResponse> {
  const appId = requireAppId(caller);
  const siteId = context.site.id;
  const mayMail = await context.limits.tryCount("emailRequestsPerIp", address);
  const stateToken = await context.db.transaction().execute(async (tx) => {
    const found = await findStateToken(tx, { siteId, tokenHash: hashSecret(body.stateToken), appId }, context.now());
    const member = found && (await lockMember(tx, siteId, found.memberId));
    if (member && isPlaceholder(found.purpose))
      return startPlaceholderVerification(tx, context, caller, member, found.purpose, mayMail);
    if (member?.status !== "PENDING" || !member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
      throw new Refusal("STATE_TOKEN_INVALID");
    }
    return startEmailVerification(tx, context, toCodeRequester(context, caller), member, { maySend: mayMail });
  });
  context.wakeOutbox();
  return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
}
