import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Kinds of queries stored per site, the latest. */
const maxQueries = 100;

/** Does nothing if the collection is gone. */
export async function recordSlowQuery(
  db: Db,
  query: { siteId: string; collectionId: string; shape: string; tookMs: number; at: Date },
): Promise<void> {
  const { siteId, collectionId, shape, tookMs, at } = query;
  await sql`
    insert into data_slow_queries as q (site_id, collection_id, shape, slowest_ms, last_at)
    select c.site_id, c.id, ${shape}, ${Math.round(tookMs)}, ${at}::timestamptz from data_collections c
    where c.site_id = ${siteId} and c.id = ${collectionId}
    on conflict (site_id, collection_id, shape) do update set count = q.count + 1,
      slowest_ms = greatest(q.slowest_ms, excluded.slowest_ms), last_at = excluded.last_at`.execute(db);
  await sql`
    delete from data_slow_queries q where q.site_id = ${siteId} and q.last_at < (
      select last_at from data_slow_queries where site_id = ${siteId} order by last_at desc offset ${maxQueries - 1} limit 1
    )`.execute(db);
}

export interface SlowQuery {
  siteId: string;
  collectionId: string;
  shape: string;
  count: number;
  slowestMs: number;
}

/** @param siteId Default: all sites. */
export async function findSlowQueries(db: Db, siteId?: string): Promise<SlowQuery[]> {
  const { rows } = await sql<SlowQuery>`
    select site_id as "siteId", collection_id as "collectionId", shape, count, slowest_ms as "slowestMs"
    from data_slow_queries where ${siteId === undefined ? sql`true` : sql`site_id = ${siteId}`} order by slowest_ms desc`.execute(
    db,
  );
  return rows;
}
