import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

export async function insertHostedSession(
  db: DbOrTx,
  row: {
    siteId: string;
    tokenHash: Buffer;
    silentHash: Buffer;
    memberId: string;
    browserId: string;
    signedInAt: Date;
    expiresAt: Date;
    absoluteExpiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("hosted_sessions")
    .values({
      site_id: row.siteId,
      token_hash: row.tokenHash,
      silent_hash: row.silentHash,
      member_id: row.memberId,
      browser_id: row.browserId,
      created_at: row.signedInAt,
      expires_at: row.expiresAt,
      absolute_expires_at: row.absoluteExpiresAt,
    })
    .execute();
}

/** One of the two cookies of a hosted session. */
export type HostedSessionKey = { column: "token_hash" | "silent_hash"; hash: Buffer };

/**
 * Extends a hosted session to `until`, but not beyond its absolute end.
 *
 * @param browserId Stored if the session has no browser id yet.
 * @returns `undefined` if the session has expired.
 */
export async function extendHostedSession(
  db: DbOrTx,
  siteId: string,
  { column, hash }: HostedSessionKey,
  { at, until, browserId }: { at: Date; until: Date; browserId: string },
): Promise<{ memberId: string; browserId: string; signedInAt: Date } | undefined> {
  const row = await db
    .updateTable("hosted_sessions")
    .set((eb) => ({
      expires_at: sql`least(${until}::timestamptz, absolute_expires_at)`,
      browser_id: eb.fn.coalesce("browser_id", eb.val(browserId)),
    }))
    .where("site_id", "=", siteId)
    .where(column, "=", hash)
    .where("expires_at", ">", at)
    .returning(["member_id", "browser_id", "created_at"])
    .executeTakeFirst();
  return row && { memberId: row.member_id, browserId: row.browser_id ?? browserId, signedInAt: row.created_at };
}

/** Returns the id of the member; `undefined` if the session has expired. */
export async function findHostedSession(
  db: DbOrTx,
  siteId: string,
  { column, hash }: HostedSessionKey,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("hosted_sessions")
    .select("member_id")
    .where("site_id", "=", siteId)
    .where(column, "=", hash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row?.member_id;
}

/** Returns the browser id of a hosted session, expired or not. */
export async function findBrowserId(
  db: DbOrTx,
  siteId: string,
  { column, hash }: HostedSessionKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("hosted_sessions")
    .select("browser_id")
    .where("site_id", "=", siteId)
    .where(column, "=", hash)
    .executeTakeFirst();
  return row?.browser_id ?? undefined;
}

/** Signs one browser out of the hosted pages. */
export async function deleteHostedSession(
  db: DbOrTx,
  siteId: string,
  { column, hash }: HostedSessionKey,
): Promise<void> {
  await db.deleteFrom("hosted_sessions").where("site_id", "=", siteId).where(column, "=", hash).execute();
}

/** Signs a member out of the hosted pages in one browser, and in sessions without a browser id. */
export async function deleteHostedSessionsIn(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  browserId: string,
): Promise<void> {
  await db
    .deleteFrom("hosted_sessions")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where((eb) => eb.or([eb("browser_id", "=", browserId), eb("browser_id", "is", null)]))
    .execute();
}

/** Signs a member out of the hosted pages in every browser. */
export async function deleteHostedSessionsOf(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("hosted_sessions").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
