import type { AsyncJobStatus } from "@porchlight/contract/data/items/item-values";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { type afterFailedAttempt, noFailedAttempts } from "../../platform/jobs/retry-policy.ts";
import { findIdsAfter } from "../items/items-store.ts";
import type { WriteContext } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";

export type DataJob = Selectable<Tables["data_jobs"]>;

export async function insertJob(
  db: DbOrTx,
  job: {
    siteId: string;
    id: string;
    collectionId: string;
    collectionCreatedAt?: Date;
    caller: Caller;
    callerKey: string;
    filter: object;
    modifications: readonly object[] | undefined;
    suppressHooks?: boolean;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto("data_jobs")
    .values({
      site_id: job.siteId,
      id: job.id,
      collection_id: job.collectionId,
      collection_created_at: job.collectionCreatedAt ?? null,
      caller: JSON.stringify(job.caller),
      caller_key: job.callerKey,
      filter: JSON.stringify(job.filter),
      modifications: job.modifications ? JSON.stringify(job.modifications) : null,
      status: "INITIALIZED",
      suppress_hooks: job.suppressHooks ?? false,
      created_at: job.at,
      updated_at: job.at,
    })
    .execute();
}

/** The next items that the job may change, ordered by ID. */
export async function findJobItemIds(
  db: DbOrTx,
  { readable, writable, matches, key }: WriteContext,
  job: Pick<DataJob, "after_id">,
  limit: number,
): Promise<string[]> {
  const isAfter: RawBuilder<boolean> = sql`i.id > ${job.after_id}`;
  return findIdsAfter(db, key, all([isAfter, readable, writable, matches]), limit);
}

export async function findJob(db: DbOrTx, siteId: string, id: string): Promise<DataJob | undefined> {
  return db.selectFrom("data_jobs").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/**
 * Locks the waiting job to run next: privileged callers first, because members can start any number, then the least
 * recently updated.
 */
export async function lockOpenJob(tx: DbOrTx, siteId: string, at: Date): Promise<DataJob | undefined> {
  return tx
    .selectFrom("data_jobs")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("status", "in", ["INITIALIZED", "PROCESSING"])
    .where((eb) => eb.or([eb("leased_until", "is", null), eb("leased_until", "<", at)]))
    .where((eb) => eb.or([eb("next_attempt_at", "is", null), eb("next_attempt_at", "<=", at)]))
    .orderBy(sql`(caller ->> 'kind' in ('visitor', 'member'))`)
    .orderBy("updated_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Locks a job that this worker still has leased, unless it has progressed. */
export async function lockLeasedJob(
  tx: DbOrTx,
  { site_id: siteId, id, after_id: afterId, leased_until: leasedUntil }: DataJob,
): Promise<DataJob | undefined> {
  return tx
    .selectFrom("data_jobs")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("after_id", "=", afterId)
    .where("leased_until", "=", leasedUntil)
    .where("status", "in", ["INITIALIZED", "PROCESSING"])
    .forUpdate()
    .executeTakeFirst();
}

/** Leases a job to this worker, or releases it with `null`. */
export async function leaseJob(
  tx: DbOrTx,
  { site_id: siteId, id }: Pick<DataJob, "site_id" | "id">,
  leasedUntil: Date | null,
): Promise<void> {
  await tx
    .updateTable("data_jobs")
    .set({ leased_until: leasedUntil })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function updateJobProgress(
  tx: DbOrTx,
  { site_id: siteId, id }: Pick<DataJob, "site_id" | "id">,
  progress: { status: AsyncJobStatus; afterId?: string; changed?: number },
  at: Date,
): Promise<void> {
  const { status, afterId, changed = 0 } = progress;
  await tx
    .updateTable("data_jobs")
    .set({
      status: status as DataJob["status"],
      ...(afterId !== undefined && { after_id: afterId }),
      success_count: sql<number>`success_count + ${changed}`,
      ...noFailedAttempts,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Records a failed attempt and releases the lease. @returns False when another worker has taken the job since. */
export async function updateFailedJob(
  db: DbOrTx,
  job: DataJob,
  failure: ReturnType<typeof afterFailedAttempt>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_jobs")
    .set({
      ...failure,
      ...(failure.next_attempt_at === null && { status: "FAILED" }),
      leased_until: null,
      updated_at: at,
    })
    .where("site_id", "=", job.site_id)
    .where("id", "=", job.id)
    .where("status", "in", ["INITIALIZED", "PROCESSING"])
    .where("after_id", "=", job.after_id)
    .where("attempts", "=", job.attempts)
    .where("leased_until", "is not distinct from", job.leased_until)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

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
