import { randomInt } from "node:crypto";
import { answerPush } from "@porchlight/contract/auth/endpoints";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../../members/members-store.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { hashSecret, newSecret } from "../../../platform/crypto/secrets.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { pushMessage } from "../../../platform/mail/message-texts.ts";
import type { TxContext } from "../../../platform/server-context.ts";
import { type ChallengeKey, deleteChallenge, findChallenge, replaceChallenge } from "../codes/challenges-store.ts";
import type { FactorRow } from "../factors-store.ts";

/** Source: screens, §6.3. */
export const pushChallengeTtlMs = 2 * 60_000;
/** The device offers this many numbers, so that approving without looking fails two times in three. */
const numberChoices = 3;

/**
 * Prompts the member's devices, unless a prompt is already open. Replaces other challenges of the same key. The caller
 * wakes the outbox after the transaction.
 *
 * @returns The number that the page has to show, two digits.
 * @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function sendPushChallenge(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
  { member, factors }: { member: MemberRow; factors: readonly FactorRow[] },
): Promise<{ pushNumber?: string }> {
  const at = context.now();
  const current = await findChallenge(tx, key);
  if (current?.type === "PUSH" && current.expires_at > at)
    return current.push_number === null ? {} : { pushNumber: current.push_number };
  await context.limits.count("pushChallengesPerMember", member.id, tx);
  const expiresAt = new Date(at.getTime() + pushChallengeTtlMs);
  const numbers = randomNumbers();
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
  await enqueueOutboxEntry(tx, context.site.id, "push", payload, at);
  await replaceChallenge(tx, key, {
    member_id: member.id,
    type: "PUSH",
    code_mac: null,
    tries_left: 0,
    failed_mac: null,
    push_hash: hashSecret(pushToken),
    push_number: number,
    push_answer: null,
    created_at: at,
    expires_at: expiresAt,
  });
  return { pushNumber: number };
}

/**
 * The device's response, which ends the challenge; `undefined` while there is no response or no challenge. A rejection
 * is returned rather than thrown, so that the transaction commits the end of the challenge.
 */
export async function consumePushResponse(
  tx: Transaction<Tables>,
  context: TxContext,
  key: ChallengeKey,
): Promise<"approved" | Refusal | undefined> {
  const challenge = await findChallenge(tx, key);
  if (challenge?.type !== "PUSH") return undefined;
  if (challenge.push_answer === null && challenge.expires_at > context.now()) return undefined;
  await deleteChallenge(tx, key);
  if (challenge.push_answer === "APPROVED") return "approved";
  return new Refusal(challenge.push_answer === "DENIED" ? "PUSH_DENIED" : "PUSH_EXPIRED");
}

function randomNumbers(): string[] {
  const numbers = new Set<string>();
  while (numbers.size < numberChoices) numbers.add(String(randomInt(10, 100)));
  return [...numbers];
}
