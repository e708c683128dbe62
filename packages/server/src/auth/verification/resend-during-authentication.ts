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
 * Sends a new code, which replaces the previous one, and returns a new state token. Within 60 seconds of the last code,
 * or over the rate limits, sends nothing; the response is the same.
 *
 * @throws {Refusal} `STATE_TOKEN_INVALID`.
 */
export async function resendDuringAuthentication(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: ResendDuringAuthenticationRequest,
): Promise<StateMachineResponse> {
  const appId = requireAppId(caller);
  const siteId = context.site.id;
  const maySend = await context.limits.tryCount("emailRequestsPerIp", ip);
  const stateToken = await context.db.transaction().execute(async (tx) => {
    const pending = await findStateToken(tx, { siteId, tokenHash: hashSecret(body.stateToken), appId }, context.now());
    const member = pending && (await lockMember(tx, siteId, pending.memberId));
    if (member && isPlaceholder(pending.purpose))
      return startPlaceholderVerification(tx, context, caller, member, pending.purpose, maySend);
    if (member?.status !== "PENDING" || !member.pending_reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
      throw new Refusal("STATE_TOKEN_INVALID");
    }
    return startEmailVerification(tx, context, toCodeRequester(context, caller), member, { maySend });
  });
  context.wakeOutbox();
  return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
}
