import { dataErrors } from "@porchlight/contract/data/errors";
import { isDeadlock, isUnavailable } from "../../platform/db/database.ts";
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

/** Any number that no other program is likely to take; held by the connection that builds, and so for as long as the database works at it. */
const buildingLock = 7_236_056;

/**
 * Builds and removes the indexes that wait for it, one after the other, on one server at a time. What a server was building that died
 * is removed and built anew.
 *
 * @param closing Ends it at once: the connection that builds is given up.
 */
export async function buildIndexes(
  context: DataContext,
  closing: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (closing.aborted || !(await hasWork(context))) return;
  const builder = await openBuilder(context.db);
  const giveUp = () => void builder.release(true);
  closing.addEventListener("abort", giveUp);
  try {
    if (!(await tryAdvisoryLock(builder, buildingLock))) return;
    try {
      for (const relation of await findOrphanIndexes(context.db)) await dropIndex(builder, relation);
      for (const index of await findOpenIndexes(context.db, context.site.id))
        await processIndex(context, builder, index);
    } finally {
      if (!closing.aborted) await releaseAdvisoryLock(builder, buildingLock);
    }
  } catch (error) {
    if (!closing.aborted) throw error;
  } finally {
    closing.removeEventListener("abort", giveUp);
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
    // Whatever passes is tried again, and what is half built goes first then.
    if (isUnavailable(error) || isDeadlock(error)) throw error;
    await dropIndex(builder, relation);
    // Never for equal values, as only indexes of unique fields refuse those, nor for large ones: of a text the first 200 characters are in it.
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
