import type { EventType } from "@porchlight/contract/webhooks/event";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** A position in commit order. No event that is still being written comes before a position that was read. */
export interface EventPosition {
  transaction: string;
  id: string;
}

export interface LiveRow extends EventPosition {
  type: EventType;
  entityId: string;
  happenedAt: Date;
}

const zeroId = "00000000-0000-0000-0000-000000000000";

/** The position after all committed events. */
export async function getCurrentPosition(db: DbOrTx): Promise<EventPosition> {
  const { rows } = await sql<{ transaction: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`.execute(db);
  return { transaction: rows[0]?.transaction ?? "0", id: zeroId };
}

/** The position of an event, if it still exists. */
export async function findEventPosition(db: DbOrTx, siteId: string, id: string): Promise<EventPosition | undefined> {
  const { rows } = await sql<EventPosition>`
    select transaction::text as transaction, id from events where site_id = ${siteId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Events of these types after a position, in order, up to and including `upTo`. */
export async function findEventsAfter(
  db: DbOrTx,
  siteId: string,
  {
    after,
    upTo,
    types,
    limit,
  }: { after: EventPosition; upTo?: EventPosition | undefined; types: readonly EventType[]; limit: number },
): Promise<LiveRow[]> {
  const end = upTo ? sql`and (transaction, id) <= (${upTo.transaction}::xid8, ${upTo.id}::uuid)` : sql``;
  const { rows } = await sql<LiveRow>`
    select id, transaction::text as transaction, type, entity_id as "entityId", happened_at as "happenedAt" from events
    where site_id = ${siteId} and (transaction, id) > (${after.transaction}::xid8, ${after.id}::uuid) ${end}
      and transaction < pg_snapshot_xmin(pg_current_snapshot()) and type = any(${[...types]}::text[])
    order by transaction, id limit ${limit}`.execute(db);
  return rows;
}
