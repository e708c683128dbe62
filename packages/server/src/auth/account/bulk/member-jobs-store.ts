import type { MemberJobAction, MemberJobStatus } from "@porchlight/contract/members/administration/administration";
import { type Selectable, sql } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { enqueueJob } from "../../../platform/jobs/jobs-store.ts";

/** A row of member_jobs. */
export type MemberJobRow = Selectable<Tables["member_jobs"]>;

/** Stores an action on all members that match a filter, and queues it. */
export async function insertMemberJob(
  tx: DbOrTx,
  job: {
    siteId: string;
    id: string;
    action: MemberJobAction;
    filter: Record<string, unknown>;
    search: string | null;
    /** Members that match. */
    total: number;
    requestedBy: Caller;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("member_jobs")
    .values({
      site_id: job.siteId,
      id: job.id,
      action: job.action,
      filter: JSON.stringify(job.filter),
      search: job.search,
      total: job.total,
      requested_by: JSON.stringify(job.requestedBy),
      last_id: null,
      created_at: job.at,
      finished_at: null,
    })
    .execute();
  await enqueueJob(tx, job.siteId, "member-change", job.id);
}

export async function findMemberJob(db: DbOrTx, siteId: string, id: string): Promise<MemberJobRow | undefined> {
  return db.selectFrom("member_jobs").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/** Records that the member with `lastId` and all before are done. */
export async function recordMemberJobProgress(
  tx: DbOrTx,
  siteId: string,
  id: string,
  { lastId, outcome }: { lastId: string; outcome: "succeeded" | "failed" | "skipped" },
): Promise<void> {
  await tx
    .updateTable("member_jobs")
    .set({
      last_id: lastId,
      processed: sql<number>`processed + 1`,
      succeeded: sql<number>`succeeded + ${outcome === "succeeded" ? 1 : 0}`,
      failed: sql<number>`failed + ${outcome === "failed" ? 1 : 0}`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Ends a running job; a finished one stays as it is. */
export async function finishMemberJob(
  db: DbOrTx,
  siteId: string,
  id: string,
  { status, at }: { status: Exclude<MemberJobStatus, "RUNNING">; at: Date },
): Promise<void> {
  await db
    .updateTable("member_jobs")
    .set({ status, finished_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "RUNNING")
    .execute();
}

/** Returns whether the job had failed and can run again. */
export async function reopenMemberJob(tx: DbOrTx, siteId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("member_jobs")
    .set({ status: "RUNNING", finished_at: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "FAILED")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
