import { type ChallengeType, challengeTypes, type SecondStepType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { type Assertion, acceptAssertion, checkAssertion } from "../passkeys/check-assertion.ts";
import type { PasskeyChallengeKey } from "../passkeys/passkey-challenges-store.ts";
import { askForPasskeyStep } from "../passkeys/verify-passkey-factor.ts";
import type { Way } from "./available-factors.ts";
import { checkSentCode, sendChallenge } from "./codes/challenge.ts";
import type { ChallengeKey } from "./codes/challenges-store.ts";
import { checkAnyTotp, checkRecoveryCode } from "./codes/check-code.ts";
import { takePushAnswer } from "./push/push.ts";

/** How a member proves who they are, and what the proof is for. */
export interface Proof {
  type: SecondStepType;
  member: MemberRow;
  /** What is sent counts for this alone. */
  challenge: ChallengeKey;
  /** Of a passkey: what a use of it counts for, and what there is to say for it. */
  passkey: { key: PasskeyChallengeKey; needsVerification: boolean; assertion: Assertion | undefined };
}

/** Whether something has to be sent for it. */
export const isSent = (type: SecondStepType): type is ChallengeType => challengeTypes.some((sent) => sent === type);

/** A use of one of the member's own passkeys, if there is one yet. Before the transaction: it takes long. */
export async function readPasskeyUse(
  context: ServerContext,
  caller: Caller,
  { challengeId, credential }: NonNullable<VerifyFactorRequest["body"]["webauthnData"]> = {},
  { memberId, needsVerification }: { memberId: string; needsVerification: boolean },
): Promise<Assertion | undefined> {
  if (credential === undefined) return undefined;
  if (challengeId === undefined) throw new Refusal("PASSKEY_REFUSED");
  const { passkeyVerification } = await context.settings.read();
  const mustVerify = needsVerification || passkeyVerification === "required";
  const assertion = await checkAssertion(context, caller, { challengeId, credential }, mustVerify);
  if (assertion.passkey.member_id !== memberId) throw new Refusal("PASSKEY_REFUSED");
  return assertion;
}

/** Whether the member has proved it, or what stands against it; `undefined` while something is to be sent, or was sent. */
export async function checkProof(
  tx: Transaction<Tables>,
  context: TxContext,
  { type, member, challenge, passkey }: Proof,
  code: string | undefined,
): Promise<"right" | Refusal | undefined> {
  if (type === "PUSH") {
    const answer = await takePushAnswer(tx, context, challenge);
    return answer === "approved" ? "right" : answer;
  }
  if (code === undefined) return undefined;
  if (type === "WEBAUTHN") {
    if (!passkey.assertion) return undefined;
    await acceptAssertion(tx, context, passkey.key, passkey.assertion);
    return "right";
  }
  if (isSent(type)) return (await checkSentCode(tx, context, challenge, type, code)) ?? "right";
  const check = type === "TOTP" ? checkAnyTotp : checkRecoveryCode;
  return (await check(tx, context, member.id, code, context.now())) ? "right" : new Refusal("INVALID_CODE");
}

/**
 * Sends what the proof is made with, or tells what the passkey is asked. The caller wakes the outbox after the transaction.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `FACTOR_NOT_AVAILABLE` where nothing can be sent; `TOO_MANY_REQUESTS`.
 */
export async function askForProof(
  tx: Transaction<Tables>,
  context: TxContext,
  settings: SettingValues,
  { type, member, challenge, passkey }: Proof,
  ways: readonly Way[],
  address: string,
): Promise<{ pushNumber?: string; webauthn?: PasskeyChallenge }> {
  if (type === "WEBAUTHN") {
    const { needsVerification } = passkey;
    return {
      webauthn: await askForPasskeyStep(tx, context, settings, passkey.key, { memberId: member.id, needsVerification }),
    };
  }
  if (!isSent(type)) throw new Refusal("FACTOR_NOT_AVAILABLE");
  const factors = ways.find(({ told }) => told.factorType === type)?.factors ?? [];
  const pushNumber = await sendChallenge(tx, context, challenge, { member, type, factors, address });
  return pushNumber === undefined ? {} : { pushNumber };
}
