import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

/** Entries of the outbox that wait for a try, and those that were given up on. */
export interface OutboxCounts {
  waiting: number;
  parked: number;
}

export async function countOutbox(db: DbOrTx): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select
      count(*) filter (where parked_at is null)::integer as waiting,
      count(*) filter (where parked_at is not null)::integer as parked
    from outbox where done_at is null`.execute(db);
  return rows[0]!;
}
