import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { StateTokenPurpose } from "./state-tokens-store.ts";

interface CodeKey {
  siteId: string;
  memberId: string;
  purpose: StateTokenPurpose;
}

/** When the latest code was created, used or not. */
export async function findVerificationCodeDate(
  db: DbOrTx,
  { siteId, memberId, purpose }: CodeKey,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom("verification_codes")
    .select("created_at")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  return row?.created_at;
}

/** Replaces the previous code. */
export async function upsertVerificationCode(
  db: DbOrTx,
  {
    siteId,
    memberId,
    purpose,
    mac,
    tries,
    at,
    expiresAt,
  }: CodeKey & { mac: Buffer; tries: number; at: Date; expiresAt: Date },
): Promise<void> {
  const code = { code_mac: mac, tries_left: tries, failed_mac: null, created_at: at, expires_at: expiresAt };
  await db
    .insertInto("verification_codes")
    .values({ site_id: siteId, member_id: memberId, purpose, ...code })
    .onConflict((conflict) => conflict.columns(["site_id", "member_id", "purpose"]).doUpdateSet(code))
    .execute();
}

/** Deletes the code if it matches. Returns whether it did. */
export async function consumeVerificationCode(
  db: DbOrTx,
  { siteId, memberId, purpose }: CodeKey,
  mac: Buffer,
  at: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom("verification_codes")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
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
 * @returns The attempts left; `undefined` without a valid code.
 */
export async function countFailedCode(
  db: DbOrTx,
  { siteId, memberId, purpose }: CodeKey,
  mac: Buffer,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .updateTable("verification_codes")
    .set(failedAttempt(mac))
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("purpose", "=", purpose)
    .where("tries_left", ">", 0)
    .where("expires_at", ">", at)
    .returning("tries_left")
    .executeTakeFirst();
  return row?.tries_left;
}

/**
 * The columns to set after a wrong code. The same wrong code again does not count, because the person learns
 * nothing from it.
 */
export const failedAttempt = (mac: Buffer) => ({
  tries_left: sql<number>`tries_left - (failed_mac is distinct from ${mac})::integer`,
  failed_mac: mac,
});
