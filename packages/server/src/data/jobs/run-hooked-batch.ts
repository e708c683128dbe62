import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { splitSystemFields } from "../hooks/hooked-writes.ts";
import { type HookRun, openHooks } from "../hooks/run-hooks.ts";
import { parseFields } from "../items/item-data.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { findStoredItem, lockItems, type StoredItem } from "../items/item-locks-store.ts";
import { deleteItems, replaceItems } from "../items/items-store.ts";
import { patchFields } from "../items/patch-fields.ts";
import { enforceReadonlyFields } from "../items/readonly-fields.ts";
import { rejectTakenValues } from "../items/unique-values.ts";
import { validateFields } from "../items/validate-fields.ts";
import { openWriteContext, type WriteContext, withExpectedUpdatedDate } from "../items/write-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { type DataJob, findJobItemIds, lockOpenJob, updateJobProgress } from "./jobs-store.ts";

const batchSize = 10;
/** Attempts at an item that others change concurrently. */
const maxTries = 5;

/** Opens the job's write context with the current permissions of its caller. @throws {Refusal} if one is lost. */
export async function openJobWriteContext(context: DataReadContext, job: DataJob): Promise<WriteContext> {
  const caller = await currentCaller(context.db, context.site.id, job.caller);
  const collection = await requireCollection(context, caller, job.collection_id);
  const createdAt = job.collection_created_at;
  // The collection was deleted and created again.
  if (createdAt && createdAt.getTime() !== collection.row.created_at.getTime())
    throw collectionNotFound(job.collection_id);
  const action = job.modifications ? "update" : "remove";
  return openWriteContext(context, caller, collection, action, {
    condition: { filter: job.filter as Record<string, unknown> },
  });
}

/**
 * Runs a batch with hooks item by item, outside of any transaction while hooks run. Items and progress are written
 * together, so that no item is changed twice; after a crash a hook may be called again for one item.
 */
export async function runHookedBatch(context: DataContext, job: DataJob, signal: AbortSignal): Promise<void> {
  let at = job;
  const writing = await openJobWriteContext(context, job);
  const ids = await findJobItemIds(context.db, writing, job, batchSize);
  for (const id of ids) {
    if (signal.aborted || !(await changeOne(context, at, id))) return;
    at = { ...at, after_id: id };
  }
  if (ids.length < batchSize) await recordProgress(context, at, { status: "SUCCEEDED" });
}

/** @returns Whether the job is still open and no other worker has made progress on it. */
async function changeOne(context: DataContext, job: DataJob, id: string): Promise<boolean> {
  const writing = await openJobWriteContext(context, job);
  const hooks = job.modifications
    ? (["beforeUpdate", "afterUpdate"] as const)
    : (["beforeRemove", "afterRemove"] as const);
  const run = await openHooks(context, writing.caller, { dataCollectionId: job.collection_id }, hooks);
  for (let tries = 1; ; tries += 1) {
    const stored = await findStoredItem(context.db, writing, id);
    const write =
      stored?.writable && stored.matches ? await prepareWrite(context, job, writing, stored, run) : undefined;
    const outcome = await rejectTakenValues(context, writing.collection, () =>
      context.db.transaction().execute(async (tx) => {
        if (!(await lockJob(tx, job))) return "lost";
        let row: ItemText | undefined;
        if (write && stored) {
          const expected = withExpectedUpdatedDate(writing, (stored.data["_updatedDate"] as { $date: string }).$date);
          const [locked] = await lockItems(tx, writing.key, [id], expected);
          if (locked && !locked.matches && tries < maxTries) return "again";
          row = locked?.writable && locked.matches ? await write(tx) : undefined;
        }
        await updateJobProgress(tx, job, { status: "PROCESSING", afterId: id, changed: row ? 1 : 0 }, context.now());
        return { row };
      }),
    ).catch(async (error: unknown) => {
      // Another item has the same value of a unique field.
      if (!(error instanceof Refusal)) throw error;
      return recordProgress(context, job, { status: "PROCESSING", afterId: id });
    });
    if (outcome === "again") continue;
    if (outcome === "lost") return false;
    if (outcome.row) await runAfterHook(run, job, outcome.row, stored);
    return true;
  }
}

const lockJob = (tx: DbOrTx, { site_id: siteId, id, after_id: afterId }: DataJob) =>
  lockOpenJob(tx, { siteId, id, afterId });

/** Records progress for an item that is not changed. */
async function recordProgress(
  context: DataContext,
  job: DataJob,
  progress: { status: "PROCESSING" | "SUCCEEDED"; afterId?: string },
): Promise<"lost" | { row: undefined }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockJob(tx, job))) return "lost";
    await updateJobProgress(tx, job, progress, context.now());
    return { row: undefined };
  });
}

type Write = (tx: Parameters<typeof replaceItems>[0]) => Promise<ItemText | undefined>;

/** Prepares the write of an item. @returns Undefined if a hook or the validation rejects it. */
async function prepareWrite(
  context: DataContext,
  job: DataJob,
  { caller, collection, key, writable, drafts }: WriteContext,
  stored: StoredItem,
  run: HookRun | undefined,
): Promise<Write | undefined> {
  const { id } = stored;
  try {
    if (!job.modifications) {
      const requestedId = (await run?.run("beforeRemove", id, stored.data)) ?? id;
      // A job removes only items that match its filter.
      if (requestedId !== id) return undefined;
      return async (tx) => (await deleteItems(tx, key, [id], writable, caller))[0];
    }
    const { fields, system } = splitSystemFields(stored);
    const modified = patchFields(collection, fields, job.modifications);
    const patched = enforceReadonlyFields(collection, caller, fields, modified, { isPatch: true });
    const hooked = (await run?.run("beforeUpdate", { ...system, ...patched }, stored.data)) ?? patched;
    const changed = enforceReadonlyFields(collection, caller, fields, parseFields(collection, hooked), {
      byHook: true,
    });
    validateFields(collection, changed);
    return async (tx) => (await replaceItems(tx, key, [{ id, fields: changed }], context.now(), writable, drafts))[0];
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    return undefined;
  }
}

async function runAfterHook(
  run: HookRun | undefined,
  job: DataJob,
  row: ItemText,
  stored: StoredItem | undefined,
): Promise<void> {
  const hook = job.modifications ? "afterUpdate" : "afterRemove";
  if (run?.has(hook)) await run.runAfterWrite(hook, JSON.parse(row.json) as Record<string, unknown>, stored?.data);
}
