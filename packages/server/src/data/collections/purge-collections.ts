import type { DataContext } from "../data-context.ts";
import { dropUniqueIndexes } from "./definition/unique-indexes.ts";
import { deleteExpiredCollection, deleteExpiredItems, findExpiredCollections } from "./deleted-collections-store.ts";

/** Days that a deleted collection can be restored for. */
const keptDays = 30;
/** Items that one statement deletes, so that none holds many rows. */
const batchSize = 1_000;

/** A collection that was deleted after this may be restored. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptDays * 24 * 60 * 60_000);

/** Removes collections that were deleted too long ago to be restored, with their items. */
export async function purgeCollections(context: DataContext, isClosing: () => boolean = () => false): Promise<void> {
  for (const id of await findExpiredCollections(context.db, context.site.id, keptSince(context.now()))) {
    if (isClosing()) return;
    await purgeCollection(context, id, isClosing);
  }
}

/** Removes one of them; several servers may do so at once. */
export async function purgeCollection(
  context: DataContext,
  id: string,
  isClosing: () => boolean = () => false,
): Promise<void> {
  const until = keptSince(context.now());
  for (let removed = batchSize; removed >= batchSize; ) {
    if (isClosing()) return;
    removed = await deleteExpiredItems(context.db, context.site.id, id, { until, limit: batchSize });
  }
  await deleteExpiredCollection(context.db, context.site.id, id, until);
  await dropUniqueIndexes(context, id);
}
