import type { Selectable } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";

export type ChallengeRow = Selectable<Tables["challenges"]>;

/** What a challenge stands in the way of: a sign-in, by the hash of its state token; the setting-up of a factor, by its id; a change of the account, by the session. */
export interface ChallengeKey {
  siteId: string;
  purpose: ChallengeRow["purpose"];
  subject: string;
}

/** Puts a new challenge in the place of the former one, whatever type that was of. */
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

/** The challenge, expired or not. */
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

/** Ends what the member was sent before their second steps changed. */
export async function deleteMemberChallenges(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("challenges").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}

/** Uses the challenge up if `type` and code are right; answers whether they were. */
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

/** Counts a wrong code and answers how many tries are left; `undefined` when there is no code of this type to try. */
export async function countFailedChallengeAttempt(
  db: DbOrTx,
  { siteId, purpose, subject }: ChallengeKey,
  type: ChallengeRow["type"],
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .updateTable("challenges")
    .set((eb) => ({ tries_left: eb("tries_left", "-", 1) }))
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
 * Answers a question: approved when `number` is the one that the page shows, else refused. `undefined` when there is none like this
 * that waits. One statement, so that of several answers the first one counts.
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
