import type { Selectable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { failedAttempt } from "../verification/verification-codes-store.ts";

export type EmailChangeRow = Selectable<Tables["email_changes"]>;

/** The pending change, unless it has expired. */
export async function findEmailChange(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("expires_at", ">", at)
    .executeTakeFirst();
}

/** Replaces a pending change. */
export async function upsertEmailChange(db: DbOrTx, { site_id, member_id, ...change }: EmailChangeRow): Promise<void> {
  await db
    .insertInto("email_changes")
    .values({ site_id, member_id, ...change })
    .onConflict((conflict) => conflict.columns(["site_id", "member_id"]).doUpdateSet(change))
    .execute();
}

/**
 * Counts a failed attempt, unless the previous one had the same code.
 *
 * @returns The attempts left; `undefined` without a valid code.
 */
export async function countFailedEmailChangeCode(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  mac: Buffer,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .updateTable("email_changes")
    .set(failedAttempt(mac))
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", at)
    .returning("tries_left")
    .executeTakeFirst();
  return row?.tries_left;
}

/** Deletes and returns the change if the code matches. */
export async function consumeEmailChange(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  codeMac: Buffer,
  at: Date,
): Promise<EmailChangeRow | undefined> {
  return db
    .deleteFrom("email_changes")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("code_mac", "=", codeMac)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteEmailChange(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("email_changes").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
