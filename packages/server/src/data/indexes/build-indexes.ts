import { dataErrors } from "@porchlight/contract/data/errors";
import { isTransactionAbort, isUnavailable } from "../../platform/db/database.ts";
import { type RunAgain, runAgain } from "../../platform/jobs/job-queue.ts";
import type { DataContext } from "../data-context.ts";
import {
  analyzeIndexedValues,
  type Builder,
  dropIndex,
  indexDefinition,
  openBuilder,
  releaseAdvisoryLock,
  tryAdvisoryLock,
} from "./index-sql.ts";
import {
  changeIndex,
  deleteIndex,
  findIndexState,
  findOpenIndexes,
  findOrphanIndexes,
  type IndexRow,
} from "./indexes-store.ts";

/** Advisory lock number, chosen at random. The building connection holds it, and so as long as the database builds. */
const buildingLock = 7_236_056;
/** How often a server tries to acquire the lock. */
const pollIntervalSeconds = 2;

/**
 * Builds and drops pending indexes, one after the other, on one server at a time. Interrupted builds start again.
 *
 * @param closing Aborts immediately by closing the building connection.
 * @returns Set if the job must run again: it was aborted, or another process is building indexes.
 */
export async function buildIndexes(
  context: DataContext,
  closing: AbortSignal = new AbortController().signal,
): Promise<RunAgain | undefined> {
  if (closing.aborted) return runAgain;
  if (!(await hasWork(context))) return undefined;
  const builder = await openBuilder(context.db);
  const abort = () => void builder.release(true);
  closing.addEventListener("abort", abort);
  try {
    if (!(await tryAdvisoryLock(builder, buildingLock))) return { afterSeconds: pollIntervalSeconds };
    try {
      for (const relation of await findOrphanIndexes(context.db)) await dropIndex(builder, relation);
      for (const index of await findOpenIndexes(context.db, context.site.id))
        await processIndex(context, builder, index);
    } finally {
      if (!closing.aborted) await releaseAdvisoryLock(builder, buildingLock);
    }
    return undefined;
  } catch (error) {
    if (!closing.aborted) throw error;
    return runAgain;
  } finally {
    closing.removeEventListener("abort", abort);
    await builder.release();
  }
}

async function hasWork(context: DataContext): Promise<boolean> {
  const open = await findOpenIndexes(context.db, context.site.id);
  return open.length > 0 || (await findOrphanIndexes(context.db)).length > 0;
}

async function processIndex(context: DataContext, builder: Builder, index: IndexRow): Promise<void> {
  const { relation } = index;
  if (index.status === "DROPPING") {
    await dropIndex(builder, relation);
    await deleteIndex(context.db, index);
    return;
  }
  try {
    const state = await findIndexState(context.db, relation);
    if (state === "invalid") await dropIndex(builder, relation);
    if (state !== "valid") await builder.run(indexDefinition(index));
  } catch (error) {
    // Transient errors are retried, after dropping the invalid index.
    if (isUnavailable(error) || isTransactionAbort(error)) throw error;
    await dropIndex(builder, relation);
    // Not caused by equal values, which only unique indexes reject, or large ones: only 200 characters of a text are
    // indexed.
    const code = "WDE0112";
    const reason = error instanceof Error ? error.message : String(error);
    context.log.warn(
      { event: "data-index-failed", collection: index.collection_id, index: index.name, reason },
      "index",
    );
    await changeIndex(context.db, index, "FAILED", context.now(), { code, message: dataErrors[code].message });
    return;
  }
  await analyzeIndexedValues(builder, index);
  await changeIndex(context.db, index, "ACTIVE", context.now());
}
