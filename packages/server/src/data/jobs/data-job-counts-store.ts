import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** Changes by filter, and imports and exports of items. */
export interface DataJobCounts {
  /** Queued, running, or waiting for another attempt. */
  waiting: number;
  /** Stopped after repeated unexpected errors. Counted until the row is deleted, after 30 days. */
  parked: number;
}

/** Counts data jobs, imports, and exports by state. */
export async function countDataJobs(db: DbOrTx): Promise<DataJobCounts> {
  const parked = sql`status = 'FAILED' and last_error is not null and next_attempt_at is null`;
  const { rows } = await sql<DataJobCounts>`
    select
      ((select count(*) from data_jobs where status in ('INITIALIZED', 'PROCESSING'))
        + (select count(*) from data_transfers where status in ('NEW', 'RUNNING')))::integer as waiting,
      ((select count(*) from data_jobs where ${parked})
        + (select count(*) from data_transfers where ${parked}))::integer as parked`.execute(db);
  return rows[0]!;
}
