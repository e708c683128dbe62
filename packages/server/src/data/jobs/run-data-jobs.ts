import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, isPermanentError } from "../../platform/db/database.ts";
import { changeParts } from "../bulk/bulk-change-items.ts";
import { isRejection, type Outcome } from "../bulk/bulk-write.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ItemFields } from "../items/item-data.ts";
import { deleteItemIds } from "../items/items-store.ts";
import { patchedFields } from "../items/patch-fields.ts";
import type { WriteContext } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { openJobWriteContext, recordFailedAttempt } from "./job-batch.ts";
import { type DataJob, findJobItemIds, leaseJob, lockOpenJob, updateJobProgress } from "./jobs-store.ts";
import { leaseMs, runHookedBatch } from "./run-hooked-batch.ts";

/** Items changed per transaction, so that locks are short. */
const batchSize = 200;

/**
 * Runs waiting jobs batch by batch. Any number of servers may do so concurrently; after a crash a job resumes after its
 * last written batch. Each batch checks the caller's permissions again.
 */
export async function runDataJobs(context: DataContext, isClosing: () => boolean = () => false): Promise<void> {
  while (!isClosing()) {
    const hooks = await context.hooks.read();
    let locked: DataJob | undefined;
    const work = async (tx: DbOrTx): Promise<DataJob | "done" | undefined> => {
      const job = await lockOpenJob(tx, context.site.id, context.now());
      locked = job;
      if (!job) return undefined;
      const handlers = job.suppress_hooks ? undefined : hooks.get(job.collection_id);
      const isHooked = handlers && (job.modifications ? updates : removals).some((hook) => handlers[hook]);
      if (!isHooked) return runBatch(context, tx, job);
      const leasedUntil = new Date(context.now().getTime() + leaseMs);
      await leaseJob(tx, job, leasedUntil);
      return { ...job, leased_until: leasedUntil };
    };
    const worked = await context.db
      .transaction()
      .execute(work)
      .catch(async (error: unknown) => {
        if (!locked) throw error;
        if (isPermanentError(error)) await updateJobProgress(context.db, locked, { status: "FAILED" }, context.now());
        else await recordFailedAttempt(context, locked, error);
        return "done" as const;
      });
    if (!worked) return;
    if (worked !== "done") await runHookedBatch(context, worked, isClosing);
  }
}

const updates = ["beforeUpdate", "afterUpdate"] as const;
const removals = ["beforeRemove", "afterRemove"] as const;

async function runBatch(context: DataTxContext, tx: DbOrTx, job: DataJob): Promise<"done"> {
  try {
    const writing = await openJobWriteContext(inTransaction(context, tx), job);
    const { readable, writable, matches, key } = writing;
    const ids = await findJobItemIds(tx, writing, job, batchSize);
    const changed = job.modifications
      ? await patchAll(tx, writing, ids, job.modifications)
      : (await deleteItemIds(tx, key, ids, all([readable, writable, matches]), writing.caller)).length;
    const status = ids.length < batchSize ? "SUCCEEDED" : "PROCESSING";
    await updateJobProgress(tx, job, { status, afterId: ids.at(-1) ?? job.after_id, changed }, context.now());
  } catch (error) {
    // The caller has lost the permission, or the collection is gone. Other errors roll back and are retried.
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    await updateJobProgress(tx, job, { status: "FAILED" }, context.now());
  }
  return "done";
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
