import type { MfaReason, SecondStepType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { StateMachineAnswer } from "@porchlight/contract/auth/sign-in/schema";
import type { Transaction } from "kysely";
import { lockMember, markEmailVerified, setPasswordByMail } from "../../members/members-store.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { readSettings, type SettingValues } from "../../platform/settings/settings.ts";
import { passkeyStepKey } from "../passkeys/verify-passkey-factor.ts";
import { appOf, signInAnswer } from "../sign-in/sign-in-result.ts";
import { findWays, type Way } from "./available-factors.ts";
import { askForProof, checkProof, isSent, type Proof, readPasskeyUse } from "./check-proof.ts";
import { noteUse } from "./factors-store.ts";
import { findSecondStep, useSecondStep } from "./second-factors-store.ts";
import { siteRules } from "./site-rules.ts";
import { rememberDevice } from "./trusted-devices/trusted-devices.ts";

/** A sign-in that waits for the second step, and how it is to be taken. */
interface Step extends Proof {
  stateToken: string;
  ways: Way[];
  reason: MfaReason;
  address: string;
}

/**
 * Takes the second step of a sign-in, and goes on with it; without a code it has one sent, where it is one that is sent. A code
 * works once. Of a passkey it tells first what that is asked.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `STATE_TOKEN_INVALID`; `FACTOR_NOT_AVAILABLE`; `INVALID_CODE`; `PASSKEY_REFUSED`; `PASSKEY_UNKNOWN`; `TOO_MANY_REQUESTS`.
 * Source: spec §7, `POST /v2/{factorType}/verify`; security requirements §4.
 */
export async function verifyFactor(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { params, body }: VerifyFactorRequest,
): Promise<StateMachineAnswer> {
  const siteId = context.site.id;
  const type = params.factorType;
  const code = codeIn(type, body);
  // A page asks every other second what came of a question to a device.
  if (type !== "PUSH") await context.limits.count("code tries of an address", address);
  const token = { siteId, tokenHash: hashSecret(body.stateToken), appId: appOf(caller) };
  const waiting = await findSecondStep(context.db, token, context.now());
  if (!waiting) throw new Refusal("STATE_TOKEN_INVALID");
  const { memberId, reason } = waiting;
  const tries = isSent(type) ? "code tries for a member" : "second steps of a member";
  const who = isSent(type) ? `${memberId} second step` : memberId;
  if (code !== undefined) await context.limits.count(tries, who);
  const passkey = {
    key: passkeyStepKey(context, caller, token.tokenHash),
    needsVerification: waiting.needsVerification,
    assertion: type === "WEBAUTHN" ? await readPasskeyUse(context, caller, body.webauthnData, waiting) : undefined,
  };

  const outcome = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, siteId, memberId);
    // Asked again under the lock: of several right codes at once, the first one ends the sign-in for the others.
    if (!member || member.status === "DELETED" || !(await findSecondStep(tx, token, context.now())))
      throw new Refusal("STATE_TOKEN_INVALID");
    const settings = await readSettings(tx, siteId);
    const ways = await findWays(tx, context, siteRules(context, settings), member);
    const availableFactors = ways.map(({ told }) => told);
    // Removed meanwhile, perhaps: the page goes on with what there is now.
    if (!availableFactors.some(({ factorType }) => factorType === type))
      throw new Refusal("FACTOR_NOT_AVAILABLE", { availableFactors });
    const challenge = { siteId, purpose: "sign-in", subject: token.tokenHash.toString("hex") } as const;
    const step: Step = { type, member, stateToken: body.stateToken, ways, reason, challenge, address, passkey };
    const proof = await checkProof(tx, context, step, code);
    const { email_key: emailKey } = member;
    if (!proof) return { emailKey, answer: await askForStep(tx, context, settings, step) };
    const about = { memberId, appId: token.appId, details: { factorType: type } };
    // Returned, not thrown: the count of wrong ones has to be kept.
    if (proof !== "right") {
      if (code !== undefined) await noteForAudit(tx, context, "second-step-failed", { by: caller, ...about });
      return proof;
    }
    if (type === "RECOVERY_CODE") await noteForAudit(tx, context, "recovery-code-used", { by: "member", ...about });
    await useSecondStep(tx, token, context.now());
    return { emailKey, answer: await finish(tx, context, caller, step, body.rememberThisDevice ?? false) };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (code !== undefined) await context.limits.takeBack(tries, who);
  // Kept until now: a sign-in after many failures is one to look at twice, however often it is begun.
  if (outcome.answer.state === "SUCCESS") await context.limits.forgetSignIns(outcome.emailKey);
  else context.wakeOutbox();
  return outcome.answer;
}

/** What was typed; `undefined` where something is to be sent. @throws {InvalidArguments} there is nothing for this type. */
function codeIn(
  type: SecondStepType,
  { totpData, recoveryCodeData, emailData, smsData, callData, pushData, webauthnData }: VerifyFactorRequest["body"],
): string | undefined {
  switch (type) {
    case "TOTP":
      return totpData?.code ?? "";
    case "RECOVERY_CODE":
      return recoveryCodeData?.code ?? "";
    case "EMAIL":
      return present("emailData", emailData).code;
    case "SMS":
      return present("smsData", smsData).code;
    case "CALL":
      return present("callData", callData).code;
    case "PUSH":
      present("pushData", pushData);
      return undefined;
    case "WEBAUTHN":
      return present("webauthnData", webauthnData).credential;
    default:
      throw new Refusal("FACTOR_NOT_AVAILABLE");
  }
}

function present<Data>(field: string, data: Data | undefined): Data {
  if (data === undefined) throw new InvalidArguments([violation(field, "must be there, {} to have something sent")]);
  return data;
}

/** Sends what the step is taken with, or tells what the passkey is asked. */
async function askForStep(
  tx: Transaction<Tables>,
  context: TxContext,
  settings: SettingValues,
  step: Step,
): Promise<StateMachineAnswer> {
  const { type, stateToken, ways, reason, address } = step;
  const { pushNumber, webauthn } = await askForProof(tx, context, settings, step, ways, address);
  return {
    state: "MFA_CHALLENGE",
    stateToken,
    ...(pushNumber !== undefined && { additionalData: { pushNumber: { strValue: pushNumber } } }),
    mfaChallengeData: {
      factorType: type,
      availableFactors: ways.map(({ told }) => told),
      reason,
      ...(webauthn && { webauthn }),
    },
  };
}

async function finish(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  { type, member, ways, reason }: Step,
  rememberThisDevice: boolean,
): Promise<StateMachineAnswer> {
  const siteId = context.site.id;
  const used = ways.find(({ told }) => told.factorType === type)?.factors ?? [];
  // Of several devices it is not known which one has answered.
  if (isSent(type) && used.length === 1) await noteUse(tx, siteId, used, context.now());
  if (type === "EMAIL") await markEmailVerified(tx, siteId, member.id);
  // Whoever has more than the mailbox has confirmed the password that came through it.
  else await setPasswordByMail(tx, siteId, member.id, false);
  const signedIn = await signInAnswer(tx, context, caller, member, { isSecondStepDone: true });
  if (!rememberThisDevice || reason === "HIGH_RISK_LOGIN" || signedIn.state !== "SUCCESS") return signedIn;
  const deviceToken = await rememberDevice(tx, context, member.id, context.now());
  return { ...signedIn, additionalData: { deviceToken: { strValue: deviceToken } } };
}
