import type { ChallengeType } from "@porchlight/contract/auth/mfa/factor";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../../members/members-store.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { TxContext } from "../../../platform/context/server-context.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { addToOutbox } from "../../../platform/jobs/outbox.ts";
import { codeMessage } from "../../../platform/mail/message-texts.ts";
import { secondStepMail } from "../../../platform/mail/templates/sign-in-templates.ts";
import {
  resendPauseMs,
  verificationCodeLifeMinutes,
  verificationCodeTries,
} from "../../verification/email-verification.ts";
import { foldCode, newCode } from "../../verification/new-code.ts";
import type { FactorRow } from "../factors-store.ts";
import { askDevices } from "../push/push.ts";
import {
  type ChallengeKey,
  type ChallengeRow,
  countWrongChallengeCode,
  findChallenge,
  putChallenge,
  useChallengeCode,
} from "./challenges-store.ts";

/** What is to be sent, and to whom. */
export interface Challenged {
  member: MemberRow;
  type: ChallengeType;
  /** The member's factors that it is for; none for a mail that stands in. */
  factors: readonly FactorRow[];
  /** Who asks, as `addressKey` writes it. */
  address: string;
}

/**
 * Sends what the second step is taken with, and kills what was sent for the same purpose before. Asked for again within
 * {@link resendPauseMs}, the former one goes on working and nothing is sent. The caller holds the member's lock, and wakes the
 * outbox after the transaction.
 *
 * @returns With PUSH the number that the page has to show.
 * @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function sendChallenge(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
  challenged: Challenged,
): Promise<string | undefined> {
  const { member, type } = challenged;
  const at = context.now();
  const former = await findChallenge(tx, key);
  if (former?.type === type && isUnderWay(former, at)) return former.push_number ?? undefined;
  if (type === "PUSH") return askDevices(tx, context, key, challenged);
  const code = newCode();
  const expiresAt = new Date(at.getTime() + verificationCodeLifeMinutes * 60_000);
  if (type === "EMAIL") await mailCode(tx, context, key, member, code);
  else await sendToPhone(tx, context, challenged, code, expiresAt);
  await putChallenge(tx, key, {
    member_id: member.id,
    type,
    code_mac: codeMac(context, key, code),
    tries_left: verificationCodeTries,
    push_hash: null,
    push_number: null,
    push_answer: null,
    created_at: at,
    expires_at: expiresAt,
  });
  return undefined;
}

async function mailCode(
  tx: Transaction<Tables>,
  context: TxContext,
  { purpose }: ChallengeKey,
  member: MemberRow,
  code: string,
): Promise<void> {
  await context.limits.count("second-step codes to a mailbox", member.email_key, tx);
  const mail = secondStepMail(context, member, { code, lifeMinutes: verificationCodeLifeMinutes, purpose });
  await addToOutbox(tx, context.site.id, "mail", mail, context.now());
}

/** Numbers cost their owner's nerves and the site's money: whose phone it is is counted, and who asks. */
async function sendToPhone(
  tx: Transaction<Tables>,
  context: TxContext,
  { member, type, factors: [factor], address }: Challenged,
  code: string,
  expiresAt: Date,
): Promise<void> {
  if (factor?.phone_number == null) throw new Error("a code for a phone without a number");
  const to = factor.phone_number;
  await context.limits.count("codes to a phone", to, tx);
  await context.limits.count("texts and calls for a member", member.id, tx);
  await context.limits.count("texts and calls asked for by an address", address, tx);
  const kind = type === "CALL" ? "call" : "sms";
  const message = codeMessage(context, member, kind, { code, lifeMinutes: verificationCodeLifeMinutes });
  const payload = { ...message, to, code, memberId: member.id, expiresAt: expiresAt.toISOString() };
  await addToOutbox(tx, context.site.id, kind, { ...payload, factorIds: [factor.id] }, context.now());
}

function isUnderWay({ type, created_at, expires_at, tries_left }: ChallengeRow, at: Date): boolean {
  if (type === "PUSH") return expires_at > at;
  return tries_left > 0 && expires_at > at && created_at.getTime() > at.getTime() - resendPauseMs;
}

/**
 * Uses the code up if it is the right one; what stands against it otherwise: `INVALID_CODE` with `{triesLeft}`, or with
 * `{expired: true}` when only a new code helps. Answered, not thrown: the count of wrong ones has to be kept.
 */
export async function checkSentCode(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
  type: ChallengeType,
  typed: string,
): Promise<Refusal | undefined> {
  const at = context.now();
  if (await useChallengeCode(tx, key, type, codeMac(context, key, foldCode(typed)), at)) return undefined;
  const triesLeft = await countWrongChallengeCode(tx, key, type, at);
  return new Refusal("INVALID_CODE", triesLeft ? { triesLeft } : { expired: true });
}

/** What is stored of a code; bound to what it is for. */
function codeMac(context: TxContext, { purpose, subject }: ChallengeKey, code: string): Buffer {
  return context.secrets.mac("second step code", `${purpose} ${subject} ${code}`);
}
