import type { RawBuilder, Transaction } from "kysely";
import { approvePending, rejectPending } from "../../../members/administration/review-member.ts";
import { findMatchingIds } from "../../../members/directory/member-pages-store.ts";
import { bulkCondition } from "../../../members/directory/query-members.ts";
import { lockMember, type MemberRow } from "../../../members/members-store.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { type RunAgain, runAgain } from "../../../platform/jobs/job-queue.ts";
import type { ServerContext, TxContext } from "../../../platform/server-context.ts";
import { closeLockedMember } from "../close-account.ts";
import { deleteLockedMember } from "../delete-member.ts";
import { findMemberJob, finishMemberJob, type MemberJobRow, recordMemberJobProgress } from "./member-jobs-store.ts";

/** Members per run; then the job is queued behind other waiting jobs. */
const batchSize = 200;

/**
 * Runs a bulk action for the next members, each in its own transaction with the progress, so that a restart continues
 * after the last one.
 *
 * @returns Set if members remain.
 */
export async function runMemberJob(
  context: ServerContext,
  id: string,
  signal: AbortSignal,
): Promise<RunAgain | undefined> {
  const siteId = context.site.id;
  const job = await findMemberJob(context.db, siteId, id);
  if (job?.status !== "RUNNING") return undefined;
  // Members who registered after the request are not affected.
  const selection = { filter: bulkCondition(job), createdUntil: job.created_at };
  const ids = await findMatchingIds(context.db, siteId, { ...selection, after: job.last_id, limit: batchSize });
  for (const memberId of ids) {
    if (signal.aborted) return runAgain;
    await changeMember(context, job, memberId, selection);
  }
  context.wakeOutbox();
  if (ids.length === batchSize) return runAgain;
  await finishMemberJob(context.db, siteId, id, { status: "FINISHED", at: context.now() });
  return undefined;
}

async function changeMember(
  { db, ...context }: ServerContext,
  job: MemberJobRow,
  memberId: string,
  selection: { filter: RawBuilder<boolean>; createdUntil: Date },
): Promise<void> {
  const siteId = context.site.id;
  try {
    await db.transaction().execute(async (tx) => {
      const member = await lockMember(tx, siteId, memberId);
      // The member may have changed since the batch was selected.
      const [matching] = await findMatchingIds(tx, siteId, { ...selection, id: memberId, after: null, limit: 1 });
      const isChanged = member !== undefined && matching !== undefined && (await applyAction(tx, context, job, member));
      await recordMemberJobProgress(tx, siteId, job.id, {
        lastId: memberId,
        outcome: isChanged ? "succeeded" : "skipped",
      });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordMemberJobProgress(db, siteId, job.id, { lastId: memberId, outcome: "failed" });
  }
}

/** Returns whether the action applied to the member. */
async function applyAction(
  tx: Transaction<Tables>,
  context: TxContext,
  { action, requested_by: by }: MemberJobRow,
  member: MemberRow,
): Promise<boolean> {
  if (member.status === "DELETED") return false;
  switch (action) {
    case "APPROVE":
      if (!member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) return false;
      await approvePending(tx, context, by, member);
      return true;
    case "REJECT":
      if (member.status !== "PENDING") return false;
      await rejectPending(tx, context, by, member);
      return true;
    case "BLOCK":
      if (member.status === "BLOCKED") return false;
      await closeLockedMember(tx, context, by, member, "BLOCKED");
      return true;
    case "DELETE":
      await deleteLockedMember(tx, context, by, member);
      return true;
  }
}
