import { mapConcurrently } from "../../platform/concurrency/map-concurrently.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { failedHook } from "./hook-failure.ts";
import type { HookRun } from "./run-hooks.ts";

/** What the hooks of queries do for queries, searches, live queries and exports. */

/** Items of a page that hooks are called for at the same time. */
export const itemsAtOnce = 8;

/**
 * The query that `beforeQuery` makes of one.
 *
 * @param read Makes a request of it; refuses what is none.
 * @returns Nothing where there is no such hook.
 * @throws {Refusal} `WDE0078`.
 */
export async function throughQueryHook<Request>(
  collectionId: string,
  run: HookRun,
  query: object,
  read: (made: Record<string, unknown>) => Request,
): Promise<Request | undefined> {
  if (!run.has("beforeQuery")) return undefined;
  const made = await run.run("beforeQuery", query as Record<string, unknown>);
  try {
    return read(made);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    throw failedHook("beforeQuery", collectionId, `returned what is no query: ${error.message}`);
  }
}

/**
 * Items as `afterQuery` leaves them, without what is hidden from the caller. One call that fails refuses all of them: what the hook would
 * have left out is told to nobody.
 *
 * @throws {Refusal} `WDE0078`.
 */
export async function eachThroughHook(
  collection: Collection,
  run: HookRun,
  items: readonly ItemText[],
): Promise<readonly ItemText[]> {
  if (!run.has("afterQuery")) return items;
  return mapConcurrently(items, itemsAtOnce, async ({ id, json }) => {
    const data = await run.run("afterQuery", JSON.parse(json) as Record<string, unknown>);
    return { id, json: JSON.stringify(withoutHidden(collection, data)) };
  });
}
