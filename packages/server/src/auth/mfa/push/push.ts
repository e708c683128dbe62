import { randomInt } from "node:crypto";
import { answerPush } from "@porchlight/contract/auth/endpoints";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../../members/members-store.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { TxContext } from "../../../platform/context/server-context.ts";
import { hashSecret, newSecret } from "../../../platform/crypto/secrets.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { addToOutbox } from "../../../platform/jobs/outbox.ts";
import { pushMessage } from "../../../platform/mail/message-texts.ts";
import { type ChallengeKey, deleteChallenge, findChallenge, putChallenge } from "../codes/challenges-store.ts";
import type { FactorRow } from "../factors-store.ts";

/** Source: screens, §6.3. */
export const pushLifeMs = 2 * 60_000;
/** To choose from: whoever approves without looking is wrong twice in three times. */
const offeredNumbers = 3;

/**
 * Asks the member's devices, in the place of what was asked before. The caller wakes the outbox after the transaction.
 *
 * @returns The number that the page has to show, two digits.
 * @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function askDevices(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
  { member, factors }: { member: MemberRow; factors: readonly FactorRow[] },
): Promise<string> {
  await context.limits.count("questions to the devices of a member", member.id, tx);
  const at = context.now();
  const expiresAt = new Date(at.getTime() + pushLifeMs);
  const numbers = drawNumbers();
  const number = numbers[randomInt(numbers.length)]!;
  const pushToken = newSecret();
  const payload = {
    ...pushMessage(context, member, key.purpose),
    to: member.email,
    memberId: member.id,
    devices: factors.map(({ id, name }) => ({ id, name })),
    pushToken,
    numbers,
    answerUrl: `${context.config.publicUrl}${answerPush.path}`,
    expiresAt: expiresAt.toISOString(),
    factorIds: factors.map(({ id }) => id),
  };
  await addToOutbox(tx, context.site.id, "push", payload, at);
  await putChallenge(tx, key, {
    member_id: member.id,
    type: "PUSH",
    code_mac: null,
    tries_left: 0,
    push_hash: hashSecret(pushToken),
    push_number: number,
    push_answer: null,
    created_at: at,
    expires_at: expiresAt,
  });
  return number;
}

/**
 * What came of the question, which ends with that: approved, or what stands against it; `undefined` while nobody has answered, and
 * where nobody was asked. Answered, not thrown: that it has ended has to be kept.
 */
export async function takePushAnswer(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
): Promise<"approved" | Refusal | undefined> {
  const asked = await findChallenge(tx, key);
  if (asked?.type !== "PUSH") return undefined;
  if (asked.push_answer === null && asked.expires_at > context.now()) return undefined;
  await deleteChallenge(tx, key);
  if (asked.push_answer === "APPROVED") return "approved";
  return new Refusal(asked.push_answer === "DENIED" ? "PUSH_DENIED" : "PUSH_EXPIRED");
}

function drawNumbers(): string[] {
  const numbers = new Set<string>();
  while (numbers.size < offeredNumbers) numbers.add(String(randomInt(10, 100)));
  return [...numbers];
}
