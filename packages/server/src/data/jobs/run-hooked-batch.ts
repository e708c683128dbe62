import { sql } from "kysely";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { isPermanentError } from "../../platform/db/database.ts";
import { noFailedAttempts } from "../../platform/jobs/retry-policy.ts";
import type { DataContext } from "../data-context.ts";
import { splitSystemFields } from "../hooks/hooked-writes.ts";
import { type HookRun, openHooks } from "../hooks/run-hooks.ts";
import { parseFields } from "../items/item-data.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { findStoredItem, lockItems, type StoredItem } from "../items/item-locks-store.ts";
import { deleteItems, findIdsAfter, replaceItems } from "../items/items-store.ts";
import { patchFields } from "../items/patch-fields.ts";
import { enforceReadonlyFields } from "../items/readonly-fields.ts";
import { rejectTakenValues } from "../items/unique-values.ts";
import { validateFields } from "../items/validate-fields.ts";
import { type WriteContext, withExpectedUpdatedDate } from "../items/write-context.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { openJobWriteContext, recordFailedAttempt } from "./job-batch.ts";
import { type DataJob, leaseJob, lockLeasedJob, updateJobProgress } from "./jobs-store.ts";

/** Nobody else takes a job up for this long: longer than one batch may take. */
export const leaseMs = 2 * 60_000;
const batchSize = 10;
/** Changes of others that one item is tried again for. */
const maxTries = 5;

/**
 * Works at a job whose items meet hooks, item by item: no transaction waits for a hook. Each item is written together with how far the
 * job is, so that none is changed twice; hooks may be called twice for one item when a server dies.
 */
export async function runHookedBatch(context: DataContext, job: DataJob, isClosing: () => boolean): Promise<void> {
  let at = job;
  try {
    const writing = await openJobWriteContext(context, job);
    const { readable, writable, matches: meets, key } = writing;
    const isAfter = sql<boolean>`i.id > ${job.after_id}`;
    const ids = await findIdsAfter(context.db, key, all([isAfter, readable, writable, meets]), batchSize);
    for (const id of ids) {
      if (isClosing()) break;
      if (!(await changeOne(context, at, id))) return;
      at = { ...at, ...noFailedAttempts, after_id: id };
    }
    const isWhole = ids.length < batchSize && at.after_id === (ids.at(-1) ?? job.after_id);
    await endBatch(context, at, isWhole ? "SUCCEEDED" : "PROCESSING");
  } catch (error) {
    // A filter that takes too long takes as long again.
    const isLast = error instanceof Refusal || error instanceof InvalidArguments || isPermanentError(error);
    if (isLast) await endBatch(context, at, "FAILED");
    else await recordFailedAttempt(context, at, error);
  }
}

async function endBatch(
  context: DataContext,
  job: DataJob,
  status: "SUCCEEDED" | "PROCESSING" | "FAILED",
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await lockLeasedJob(tx, job))) return;
    await updateJobProgress(tx, job, { status }, context.now());
    await leaseJob(tx, job, null);
  });
}

/** @returns Whether the job is still ours. */
async function changeOne(context: DataContext, job: DataJob, id: string): Promise<boolean> {
  const writing = await openJobWriteContext(context, job);
  const hooks = job.modifications
    ? (["beforeUpdate", "afterUpdate"] as const)
    : (["beforeRemove", "afterRemove"] as const);
  const run = await openHooks(context, writing.caller, { dataCollectionId: job.collection_id }, hooks);
  for (let tries = 1; ; tries += 1) {
    const held = await findStoredItem(context.db, writing, id);
    const write = held?.writable && held.matches ? await prepareWrite(context, job, writing, held, run) : undefined;
    const outcome = await rejectTakenValues(context, writing.collection, () =>
      context.db.transaction().execute(async (tx) => {
        if (!(await lockLeasedJob(tx, job))) return "lost";
        let row: ItemText | undefined;
        if (write && held) {
          const asHeld = withExpectedUpdatedDate(writing, (held.data["_updatedDate"] as { $date: string }).$date);
          const [locked] = await lockItems(tx, writing.key, [id], asHeld);
          if (locked && !locked.matches && tries < maxTries) return "again";
          row = locked?.writable && locked.matches ? await write(tx) : undefined;
        }
        await updateJobProgress(tx, job, { status: "PROCESSING", afterId: id, changed: row ? 1 : 0 }, context.now());
        return { row };
      }),
    ).catch(async (error: unknown) => {
      // A value that another item has: this one stays as it is.
      if (!(error instanceof Refusal)) throw error;
      return skipItem(context, job, id);
    });
    if (outcome === "again") continue;
    if (outcome === "lost") return false;
    if (outcome.row) await runAfterHook(run, job, outcome.row, held);
    return true;
  }
}

async function skipItem(context: DataContext, job: DataJob, id: string): Promise<"lost" | { row: undefined }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockLeasedJob(tx, job))) return "lost";
    await updateJobProgress(tx, job, { status: "PROCESSING", afterId: id }, context.now());
    return { row: undefined };
  });
}

type Write = (tx: Parameters<typeof replaceItems>[0]) => Promise<ItemText | undefined>;

/** What is to be written of an item; nothing where a hook refuses, or the change does not fit. */
async function prepareWrite(
  context: DataContext,
  job: DataJob,
  { caller, collection, key, writable, drafts }: WriteContext,
  held: StoredItem,
  run: HookRun | undefined,
): Promise<Write | undefined> {
  const { id } = held;
  try {
    if (!job.modifications) {
      const wanted = (await run?.run("beforeRemove", id, held.data)) ?? id;
      // A job removes what its filter leaves, and nothing else.
      if (wanted !== id) return undefined;
      return async (tx) => (await deleteItems(tx, key, [id], writable, caller))[0];
    }
    const { fields, system } = splitSystemFields(held);
    const given = patchFields(collection, fields, job.modifications);
    const patched = enforceReadonlyFields(collection, caller, fields, given, { isPatch: true });
    const hooked = (await run?.run("beforeUpdate", { ...system, ...patched }, held.data)) ?? patched;
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
  held: StoredItem | undefined,
): Promise<void> {
  const hook = job.modifications ? "afterUpdate" : "afterRemove";
  if (run?.has(hook)) await run.runAfterWrite(hook, JSON.parse(row.json) as Record<string, unknown>, held?.data);
}
