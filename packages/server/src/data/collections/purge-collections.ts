import type { Deps } from "../../deps.ts";
import { deleteCollection, deleteSomeItems, findGivenUp } from "../collections-store.ts";
import { dropUniqueIndexes } from "./unique-indexes.ts";

/** Days that a deleted collection can be restored for. */
export const keptDays = 30;
const batchSize = 1_000;

/** Until when a collection was deleted that nobody can restore now. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptDays * 24 * 60 * 60_000);

/** Removes collections that were deleted too long ago to be restored, with their items. */
export async function purgeCollections(deps: Deps, isClosing: () => boolean = () => false): Promise<void> {
  for (const id of await findGivenUp(deps.db, deps.site.id, keptSince(deps.now()))) {
    if (isClosing()) return;
    await purgeCollection(deps, id, isClosing);
  }
}

/** Removes one of them; several servers may do so at once. */
export async function purgeCollection(deps: Deps, id: string, isClosing: () => boolean = () => false): Promise<void> {
  const until = keptSince(deps.now());
  for (let removed = batchSize; removed >= batchSize; ) {
    if (isClosing()) return;
    removed = await deleteSomeItems(deps.db, deps.site.id, id, { until, limit: batchSize });
  }
  await deleteCollection(deps.db, deps.site.id, id, until);
  await dropUniqueIndexes(deps, id);
}
