import type { Selectable } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { failedAttempt } from "../../verification/verification-codes-store.ts";

export type ChallengeRow = Selectable<Tables["challenges"]>;

/**
 * What a challenge belongs to: a sign-in (hash of its state token), the activation of a factor (its id), or a
 * reauthentication (session id).
 */
export interface ChallengeKey {
  siteId: string;
  purpose: ChallengeRow["purpose"];
  subject: string;
}

/** Replaces the previous challenge of the key, of any type. */
export async function replaceChallenge(
  db: DbOrTx,
  { siteId, purpose, subject }: ChallengeKey,
  challenge: Omit<ChallengeRow, "site_id" | "purpose" | "subject">,
): Promise<void> {
  await db
    .insertInto("challenges")
    .values({ site_id: siteId, purpose, subject, ...challenge })
    .onConflict((conflict) => conflict.columns(["site_id", "purpose", "subject"]).doUpdateSet(challenge))
    .execute();
}

/** Returns expired challenges too. */
export async function findChallenge(
  db: DbOrTx,
  { siteId, purpose, subject }: ChallengeKey,
): Promise<ChallengeRow | undefined> {
  return db
    .selectFrom("challenges")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

export async function deleteChallenge(db: DbOrTx, { siteId, purpose, subject }: ChallengeKey): Promise<void> {
  await db
    .deleteFrom("challenges")
    .where("site_id", "=", siteId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .execute();
}

/** Revokes the member's open challenges when their factors change. */
export async function deleteMemberChallenges(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("challenges").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}

/** Deletes the challenge if type and code match. Returns whether they did. */
export async function consumeChallengeCode(
  db: DbOrTx,
  { siteId, purpose, subject }: ChallengeKey,
  type: ChallengeRow["type"],
  mac: Buffer,
  at: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom("challenges")
    .where("site_id", "=", siteId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .where("type", "=", type)
    .where("code_mac", "=", mac)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", at)
    .returning("member_id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts a failed attempt, unless the previous one had the same code.
 *
 * @returns The attempts left; `undefined` without a valid code of this type.
 */
export async function countFailedChallengeAttempt(
  db: DbOrTx,
  { siteId, purpose, subject }: ChallengeKey,
  type: ChallengeRow["type"],
  mac: Buffer,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .updateTable("challenges")
    .set(failedAttempt(mac))
    .where("site_id", "=", siteId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .where("type", "=", type)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", at)
    .returning("tries_left")
    .executeTakeFirst();
  return row?.tries_left;
}

/**
 * Records the device's response: approved if `number` is the one that the page shows, else denied. `undefined` if no
 * challenge is open. One statement, so that of concurrent responses the first counts.
 */
export async function recordPushResponse(
  db: DbOrTx,
  siteId: string,
  pushHash: Buffer,
  number: string | undefined,
  at: Date,
): Promise<Pick<ChallengeRow, "member_id" | "push_answer"> | undefined> {
  return db
    .updateTable("challenges")
    .set((eb) => ({
      push_answer: eb
        .case()
        .when("push_number", "=", number ?? "")
        .then("APPROVED" as const)
        .else("DENIED" as const)
        .end(),
    }))
    .where("site_id", "=", siteId)
    .where("push_hash", "=", pushHash)
    .where("push_answer", "is", null)
    .where("expires_at", ">", at)
    .returning(["member_id", "push_answer"])
    .executeTakeFirst();
}
