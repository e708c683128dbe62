import type { MfaReason, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import { lockMember, markEmailVerified, setPasswordByMail } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { readSettings } from "../../platform/settings/settings-store.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import type { Verification } from "./factor-method.ts";
import { attemptLimit, verificationMethods } from "./factor-methods.ts";
import { recordFactorUse } from "./factors-store.ts";
import { resolveMfaPolicy } from "./mfa-policy.ts";
import { consumePendingSignIn, findPendingSignIn } from "./pending-sign-ins-store.ts";
import { trustDevice } from "./trusted-devices/trusted-devices.ts";
import { listVerificationOptions, type VerificationOption } from "./verification-options.ts";

/** The second factor of one sign-in. */
interface SecondFactor extends Verification {
  type: SecondFactorType;
  stateToken: string;
  options: VerificationOption[];
  reason: MfaReason;
}

/**
 * Verifies the second factor of a sign-in and continues the sign-in; without a response, sends or returns a challenge.
 * A code works once.
 *
 * @throws {Refusal} `STATE_TOKEN_INVALID`; `FACTOR_NOT_AVAILABLE`; `INVALID_CODE`; `PASSKEY_REFUSED`;
 *   `PASSKEY_UNKNOWN`; `TOO_MANY_REQUESTS`.
 * Source: spec §7, `POST /v2/{factorType}/verify`; security requirements §4.
 */
export async function verifyFactor(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { params, body }: VerifyFactorRequest,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const type = params.factorType;
  const method = verificationMethods[type];
  const data = body[method.responseField];
  const response = method.parseResponse(data);
  if (!method.isPolled) await context.limits.count("codeAttemptsPerIp", ip);
  const appId = requireAppId(caller);
  const token = { siteId, tokenHash: hashSecret(body.stateToken), appId };
  const pending = await findPendingSignIn(context.db, token, context.now());
  if (!pending) throw new Refusal("STATE_TOKEN_INVALID");
  const { memberId, reason } = pending;
  const limit = attemptLimit(type, memberId);
  if (response !== undefined) await context.limits.count(...limit);
  const subject = token.tokenHash.toString("hex");
  const passkey = {
    key: { siteId, purpose: "second step", subject, appId },
    requiresUserVerification: pending.requiresUserVerification,
    assertion: await method.verifyAssertion?.(context, caller, data, pending),
  } as const;

  const outcome = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, siteId, memberId);
    // Checked again under the lock: of several right codes at once, the first ends the pending sign-in for the others.
    if (!member || member.status === "DELETED" || !(await findPendingSignIn(tx, token, context.now())))
      throw new Refusal("STATE_TOKEN_INVALID");
    const settings = await readSettings(tx, siteId);
    const options = await listVerificationOptions(tx, context, resolveMfaPolicy(context, settings), member);
    const option = options.find(({ available }) => available.factorType === type);
    // The factor may have been removed since the challenge; the client continues with those that are available now.
    if (!option)
      throw new Refusal("FACTOR_NOT_AVAILABLE", { availableFactors: options.map(({ available }) => available) });
    const secondFactor: SecondFactor = {
      type,
      member,
      factors: option.factors,
      challenge: { siteId, purpose: "sign-in", subject },
      passkey,
      settings,
      ip,
      stateToken: body.stateToken,
      options,
      reason,
    };
    const result = await method.verify(tx, context, secondFactor, response);
    const { email_key: emailKey } = member;
    if (!result) return { emailKey, answer: await requestResponse(tx, context, secondFactor) };
    const metadata = { memberId, appId, details: { factorType: type } };
    // Returned, not thrown, so that the transaction commits the count of failed attempts.
    if (result !== "verified") {
      if (response !== undefined)
        await recordAuditEvent(tx, context, "second-step-failed", { by: caller, ...metadata });
      return result;
    }
    if (method.auditEvent) await recordAuditEvent(tx, context, method.auditEvent, { by: "member", ...metadata });
    await consumePendingSignIn(tx, token, context.now());
    return { emailKey, answer: await complete(tx, context, caller, secondFactor, body.rememberThisDevice ?? false) };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (response !== undefined) await context.limits.undoCount(...limit);
  // Not earlier: failed sign-ins count as a risk until the sign-in is complete.
  if (outcome.answer.state === "SUCCESS") await context.limits.clearSignIns(outcome.emailKey);
  else context.wakeOutbox();
  return outcome.answer;
}

/** Challenges the member. */
async function requestResponse(
  tx: Transaction<Tables>,
  context: TxContext,
  secondFactor: SecondFactor,
): Promise<StateMachineResponse> {
  const { type, stateToken, options, reason } = secondFactor;
  const { pushNumber, webauthn } = await verificationMethods[type].challenge(tx, context, secondFactor);
  return {
    state: "MFA_CHALLENGE",
    stateToken,
    ...(pushNumber !== undefined && { additionalData: { pushNumber: { strValue: pushNumber } } }),
    mfaChallengeData: {
      factorType: type,
      availableFactors: options.map(({ available }) => available),
      reason,
      ...(webauthn && { webauthn }),
    },
  };
}

async function complete(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  { type, member, factors, reason }: SecondFactor,
  rememberThisDevice: boolean,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const { delivery, confirmsEmail } = verificationMethods[type];
  // With several devices it is unknown which one responded.
  if (delivery !== null && factors.length === 1) await recordFactorUse(tx, siteId, factors, context.now());
  if (confirmsEmail) await markEmailVerified(tx, siteId, member.id);
  // A factor besides the mailbox confirms a password that was set through the mailbox.
  else await setPasswordByMail(tx, siteId, member.id, false);
  const result = await resolveSignInResult(tx, context, caller, member, { isMfaComplete: true });
  if (!rememberThisDevice || reason === "HIGH_RISK_LOGIN" || result.state !== "SUCCESS") return result;
  const deviceToken = await trustDevice(tx, context, member.id, context.now());
  return { ...result, additionalData: { deviceToken: { strValue: deviceToken } } };
}
