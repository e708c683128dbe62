import type { DataContext } from "../data-context.ts";
import { enqueueIndexBuild } from "../indexes/indexes-store.ts";
import { dropUniqueIndexes } from "./definition/unique-indexes.ts";
import { deleteExpiredCollection, deleteExpiredItems, findExpiredCollections } from "./deleted-collections-store.ts";

/** Days in which a deleted collection can be restored. */
const retentionDays = 30;
/** Items deleted per statement, so that few rows are locked at a time. */
const batchSize = 1_000;

/** Collections deleted after this time can be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - retentionDays * 24 * 60 * 60_000);

/** Purges collections that can no longer be restored, with their items. */
export async function purgeCollections(context: DataContext, isClosing: () => boolean = () => false): Promise<void> {
  for (const id of await findExpiredCollections(context.db, context.site.id, restorableSince(context.now()))) {
    if (isClosing()) return;
    await purgeCollection(context, id, isClosing);
  }
}

/** Safe to run on several servers concurrently. */
export async function purgeCollection(
  context: DataContext,
  id: string,
  isClosing: () => boolean = () => false,
): Promise<void> {
  const until = restorableSince(context.now());
  for (let removed = batchSize; removed >= batchSize; ) {
    if (isClosing()) return;
    removed = await deleteExpiredItems(context.db, context.site.id, id, { until, limit: batchSize });
  }
  await deleteExpiredCollection(context.db, context.site.id, id, until);
  await dropUniqueIndexes(context, id);
  await enqueueIndexBuild(context.db, context.site.id);
}
