import type { AsyncJobStatus } from "@porchlight/contract/data/items/item-values";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import { findIdsAfter } from "../items/items-store.ts";
import type { WriteContext } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";

export type DataJob = Selectable<Tables["data_jobs"]>;

const openStatuses = ["INITIALIZED", "PROCESSING"] as const;

export const isOpen = ({ status }: DataJob): boolean => status === "INITIALIZED" || status === "PROCESSING";

/**
 * Stores a job and queues it. Requires a transaction. Jobs of visitors and members have the lowest priority, because
 * callers can start any number.
 */
export async function insertJob(
  tx: DbOrTx,
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
  await tx
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
  await enqueueJob(tx, job.siteId, "bulk-change", job.id, {
    priority: ["visitor", "member"].includes(job.caller.kind) ? 0 : 1,
  });
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
 * Locks an unfinished job, which other transactions then wait for.
 *
 * @param afterId Required progress. Default: any.
 */
export async function lockOpenJob(
  tx: DbOrTx,
  { siteId, id, afterId }: { siteId: string; id: string; afterId?: string },
): Promise<DataJob | undefined> {
  return tx
    .selectFrom("data_jobs")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .$if(afterId !== undefined, (query) => query.where("after_id", "=", afterId!))
    .forUpdate()
    .executeTakeFirst();
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
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Fails a job, unless it has ended. */
export async function failOpenJob(db: DbOrTx, siteId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable("data_jobs")
    .set({ status: "FAILED", updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .execute();
}

/** Reopens a failed job after its last changed item. @returns Whether the job exists and has failed. */
export async function reopenFailedJob(db: DbOrTx, siteId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_jobs")
    .set({ status: "PROCESSING", updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "FAILED")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
