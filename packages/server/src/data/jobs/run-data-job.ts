import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, isPermanentError } from "../../platform/db/database.ts";
import { type RunAgain, runAgain } from "../../platform/jobs/job-queue.ts";
import { changeParts } from "../bulk/bulk-change-items.ts";
import { isRejection, type Outcome } from "../bulk/bulk-write.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ItemFields } from "../items/item-data.ts";
import { deleteItemIds } from "../items/items-store.ts";
import { patchedFields } from "../items/patch-fields.ts";
import type { WriteContext } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";
import {
  type DataJob,
  failOpenJob,
  findJob,
  findJobItemIds,
  isOpen,
  lockOpenJob,
  updateJobProgress,
} from "./jobs-store.ts";
import { openJobWriteContext, runHookedBatch } from "./run-hooked-batch.ts";

/** Items changed per transaction, so that locks are short. */
const batchSize = 200;

/** Time after which the job is queued behind other waiting jobs. */
const sliceMs = 2_000;

/**
 * Runs a job batch by batch, each with the current permissions of its caller. After a crash it continues after its last
 * written batch.
 *
 * @returns Set if the job is unfinished and must run again.
 */
export async function runDataJob(context: DataContext, id: string, signal: AbortSignal): Promise<RunAgain | undefined> {
  const startedAt = performance.now();
  const siteId = context.site.id;
  let startedAfter: string | undefined;
  try {
    for (;;) {
      const job = await findJob(context.db, siteId, id);
      if (!job || !isOpen(job)) return undefined;
      startedAfter ??= job.after_id;
      if (signal.aborted || performance.now() - startedAt > sliceMs) return runAgain;
      if (await isHooked(context, job)) await runHookedBatch(context, job, signal);
      else await context.db.transaction().execute((tx) => runBatch(context, tx, id));
    }
  } catch (error) {
    // The caller has lost the permission, the collection no longer exists, or a retry would fail again.
    const isPermanent = error instanceof Refusal || error instanceof InvalidArguments || isPermanentError(error);
    if (isPermanent) {
      await failOpenJob(context.db, siteId, id, context.now());
      return undefined;
    }
    const job = await findJob(context.db, siteId, id);
    // Attempts are counted since the last progress.
    if (startedAfter === undefined || job?.after_id === startedAfter) throw error;
    return runAgain;
  }
}

const updates = ["beforeUpdate", "afterUpdate"] as const;
const removals = ["beforeRemove", "afterRemove"] as const;

async function isHooked(context: DataContext, job: DataJob): Promise<boolean> {
  if (job.suppress_hooks) return false;
  const handlers = (await context.hooks.read()).get(job.collection_id);
  return handlers !== undefined && (job.modifications ? updates : removals).some((hook) => handlers[hook]);
}

async function runBatch(context: DataTxContext, tx: DbOrTx, id: string): Promise<void> {
  const job = await lockOpenJob(tx, { siteId: context.site.id, id });
  if (!job) return;
  const writing = await openJobWriteContext(inTransaction(context, tx), job);
  const { readable, writable, matches, key } = writing;
  const ids = await findJobItemIds(tx, writing, job, batchSize);
  const changed = job.modifications
    ? await patchAll(tx, writing, ids, job.modifications)
    : (await deleteItemIds(tx, key, ids, all([readable, writable, matches]), writing.caller)).length;
  const status = ids.length < batchSize ? "SUCCEEDED" : "PROCESSING";
  await updateJobProgress(tx, job, { status, afterId: ids.at(-1) ?? job.after_id, changed }, context.now());
}

/** @returns The number of changed items. Items for which a modification is invalid stay as they are. */
async function patchAll(
  tx: DbOrTx,
  writing: WriteContext,
  ids: readonly string[],
  modifications: NonNullable<DataJob["modifications"]>,
): Promise<number> {
  const outcomes: Outcome[] = ids.map((id) => ({ id, action: "PATCH" }));
  const { collection, caller } = writing;
  const parts = ids.map((id, index) => ({
    id,
    index,
    change: (item: ItemFields) => patchedFields(collection, caller, item, modifications),
  }));
  await changeParts(tx, writing, parts, outcomes);
  return outcomes.filter(({ error }) => !isRejection(error)).length;
}
