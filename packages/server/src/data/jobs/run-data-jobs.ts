import { type RawBuilder, sql } from "kysely";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, isPermanentError } from "../../platform/db/database.ts";
import { changeParts } from "../bulk/bulk-change-items.ts";
import { isRejection, type Outcome } from "../bulk/bulk-write.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ItemFields } from "../items/item-data.ts";
import { deleteItemIds, findIdsAfter } from "../items/items-store.ts";
import { patchedFields } from "../items/patch-fields.ts";
import type { WriteContext } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { openJobWriteContext, recordFailedAttempt } from "./job-batch.ts";
import { type DataJob, leaseJob, lockOpenJob, updateJobProgress } from "./jobs-store.ts";
import { leaseMs, runHookedBatch } from "./run-hooked-batch.ts";

/** Items that one transaction changes, so that none of them is held for long. */
const batchSize = 200;

/**
 * Carries out the jobs that wait, batch by batch. Any number of servers may do so at once; one that dies leaves a job at the last batch
 * that was written. Each batch asks anew what the one who began it may do.
 */
export async function runDataJobs(context: DataContext, isClosing: () => boolean = () => false): Promise<void> {
  while (!isClosing()) {
    const hooks = await context.hooks.read();
    let taken: DataJob | undefined;
    const work = async (tx: DbOrTx): Promise<DataJob | "done" | undefined> => {
      const job = await lockOpenJob(tx, context.site.id, context.now());
      taken = job;
      if (!job) return undefined;
      const steps = job.suppress_hooks ? undefined : hooks.get(job.collection_id);
      const isHooked = steps && (job.modifications ? updates : removals).some((hook) => steps[hook]);
      if (!isHooked) return runBatch(context, tx, job);
      const leasedUntil = new Date(context.now().getTime() + leaseMs);
      await leaseJob(tx, job, leasedUntil);
      return { ...job, leased_until: leasedUntil };
    };
    const worked = await context.db
      .transaction()
      .execute(work)
      .catch(async (error: unknown) => {
        if (!taken) throw error;
        if (isPermanentError(error)) await updateJobProgress(context.db, taken, { status: "FAILED" }, context.now());
        else await recordFailedAttempt(context, taken, error);
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
    const { readable, writable, matches: meets, key } = writing;
    const isAfter = sql<boolean>`i.id > ${job.after_id}`;
    const ids = await findIdsAfter(tx, key, all([isAfter, readable, writable, meets]), batchSize);
    const changed = job.modifications
      ? await patchAll(tx, writing, ids, job.modifications)
      : (await deleteItemIds(tx, key, ids, all([readable, writable, meets] as RawBuilder<boolean>[]), writing.caller))
          .length;
    const status = ids.length < batchSize ? "SUCCEEDED" : "PROCESSING";
    await updateJobProgress(tx, job, { status, afterId: ids.at(-1) ?? job.after_id, changed }, context.now());
  } catch (error) {
    // The caller has lost the permission, or the collection is gone. Other errors roll back and are retried.
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    await updateJobProgress(tx, job, { status: "FAILED" }, context.now());
  }
  return "done";
}

/** @returns How many were changed: an item that the modifications do not fit stays as it is. */
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
    change: (held: ItemFields) => patchedFields(collection, caller, held, modifications),
  }));
  await changeParts(tx, writing, parts, outcomes);
  return outcomes.filter(({ error }) => !isRejection(error)).length;
}
