import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

export async function insertHostedSession(
  db: DbOrTx,
  row: {
    siteId: string;
    tokenHash: Buffer;
    silentHash: Buffer;
    memberId: string;
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
      created_at: row.signedInAt,
      expires_at: row.expiresAt,
      absolute_expires_at: row.absoluteExpiresAt,
    })
    .execute();
}

/** By which of its two cookies a hosted session is known. */
export type HostedSessionKey = { column: "token_hash" | "silent_hash"; hash: Buffer };

/** Prolongs a hosted session to `until`, though never beyond its end; answers whose it is, `undefined` when it is over. */
export async function extendHostedSession(
  db: DbOrTx,
  siteId: string,
  { column, hash }: HostedSessionKey,
  { at, until }: { at: Date; until: Date },
): Promise<{ memberId: string; signedInAt: Date } | undefined> {
  const row = await db
    .updateTable("hosted_sessions")
    .set({ expires_at: sql`least(${until}::timestamptz, absolute_expires_at)` })
    .where("site_id", "=", siteId)
    .where(column, "=", hash)
    .where("expires_at", ">", at)
    .returning(["member_id", "created_at"])
    .executeTakeFirst();
  return row && { memberId: row.member_id, signedInAt: row.created_at };
}

/** The member whose hosted session this is; `undefined` when it is over. */
export async function findHostedSession(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("hosted_sessions")
    .select("member_id")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row?.member_id;
}

/** Signs one browser out of the hosted pages. */
export async function deleteHostedSession(db: DbOrTx, siteId: string, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("hosted_sessions").where("site_id", "=", siteId).where("token_hash", "=", tokenHash).execute();
}

/** Signs a member out of the hosted pages in every browser. */
export async function deleteHostedSessionsOf(db: DbOrTx, siteId: string, memberId: string): Promise<void> {
  await db.deleteFrom("hosted_sessions").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}
