import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { freeSignIns, type Limit, longestDelayMs, mostStrikes } from "./limits.ts";

/** Whom a counter is kept for, and when the hit is. */
export interface Hit {
  siteId: string;
  key: Buffer;
  at: Date;
}

/**
 * Counts a hit unless one of the limits is reached; answers whether it did. One statement, so that of any number at once,
 * on any number of nodes, no more pass than the limit says.
 */
export async function insertHit(db: DbOrTx, { siteId, key, at }: Hit, limits: readonly Limit[]): Promise<boolean> {
  const most = Math.max(...limits.map(({ hits }) => hits));
  const longest = Math.max(...limits.map(({ perMs }) => perMs));
  const hasRoom = limits.map(({ hits, perMs }) => {
    const earlier = sql`held.hits_at[${sql.lit(hits)}]`;
    // A hit that lies further ahead than the span was made by a clock that has been set back.
    return sql`(${earlier} is null or ${earlier} <= ${later(at, -perMs)} or ${earlier} > ${later(at, perMs)})`;
  });
  const { rows } = await sql`
    insert into rate_limits as held (site_id, key, hits_at, expires_at)
    values (${siteId}, ${key}, array[${at}::timestamptz], ${later(at, longest)})
    on conflict (site_id, key) do update set
      hits_at = (array_prepend(${at}::timestamptz, held.hits_at))[1:${sql.lit(most)}],
      expires_at = excluded.expires_at
    where ${sql.join(hasRoom, sql` and `)}
    returning strikes`.execute(db);
  return rows.length > 0;
}

/** Takes the newest hit back. */
export async function deleteHit(db: DbOrTx, { siteId, key }: Omit<Hit, "at">): Promise<void> {
  await sql`update rate_limits set hits_at = hits_at[2:] where site_id = ${siteId} and key = ${key}`.execute(db);
}

/** How long until there is room under every limit, milliseconds. */
export async function findWait(
  db: DbOrTx,
  { siteId, key, at }: Hit,
  limits: readonly Limit[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom("rate_limits")
    .select("hits_at")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  const waits = limits.flatMap(({ hits, perMs }) => {
    const earlier = row.hits_at[hits - 1];
    return earlier ? [Math.min(perMs, earlier.getTime() + perMs - at.getTime())] : [];
  });
  return Math.max(0, ...waits);
}

/**
 * Counts an attempt to sign in to an account, unless it has to wait; answers how often in a row its delay has grown by now,
 * 0 while there is none, `undefined` when the attempt has to wait. Of several at once that may pass after a delay, one does.
 */
export async function insertSignIn(db: DbOrTx, { siteId, key, at }: Hit): Promise<number | undefined> {
  const { hits, perMs } = freeSignIns;
  const strikes = sql`case
    when held.blocked_until > ${later(at, -longestDelayMs)}::timestamptz then least(held.strikes + 1, ${sql.lit(mostStrikes)})
    when held.hits_at[${sql.lit(hits - 1)}] > ${later(at, -perMs)}::timestamptz then 1
    else 0 end`;
  const { rows } = await sql<{ strikes: number }>`
    insert into rate_limits as held (site_id, key, hits_at, expires_at)
    values (${siteId}, ${key}, array[${at}::timestamptz], ${later(at, 2 * longestDelayMs)})
    on conflict (site_id, key) do update set
      hits_at = (array_prepend(${at}::timestamptz, held.hits_at))[1:${sql.lit(hits)}],
      strikes = ${strikes},
      blocked_until = case ${strikes} when 0 then null
        else ${at}::timestamptz + least(power(2, ${strikes} - 1), ${sql.lit(longestDelayMs / 1_000)}) * interval '1 second' end,
      expires_at = excluded.expires_at
    where held.blocked_until is null or held.blocked_until <= ${at} or held.blocked_until > ${later(at, longestDelayMs)}
    returning strikes`.execute(db);
  return rows[0]?.strikes;
}

/** How long until the account may try again, milliseconds. */
export async function findSignInWait(db: DbOrTx, { siteId, key, at }: Hit): Promise<number | undefined> {
  const row = await db
    .selectFrom("rate_limits")
    .select("blocked_until")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.blocked_until ? row.blocked_until.getTime() - at.getTime() : undefined;
}

export async function deleteHits(db: DbOrTx, { siteId, key }: Omit<Hit, "at">): Promise<void> {
  await db.deleteFrom("rate_limits").where("site_id", "=", siteId).where("key", "=", key).execute();
}

const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
