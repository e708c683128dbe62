import pMap from "p-map";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { hookFailure } from "./hook-failure.ts";
import type { HookRun } from "./run-hooks.ts";

/** Items of a page whose hooks run concurrently. */
export const maxConcurrentItems = 8;

/**
 * Applies `beforeQuery` to a query.
 *
 * @param parse Parses the changed query.
 * @returns `undefined` without such a hook.
 * @throws {Refusal} `WDE0078`.
 */
export async function applyBeforeQuery<Request>(
  collectionId: string,
  run: HookRun,
  query: object,
  parse: (changed: Record<string, unknown>) => Request,
): Promise<Request | undefined> {
  if (!run.has("beforeQuery")) return undefined;
  const changed = await run.run<Record<string, unknown>>("beforeQuery", { ...query });
  try {
    return parse(changed);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
    throw hookFailure("beforeQuery", collectionId, `returned an invalid query: ${error.message}`);
  }
}

/**
 * Applies `afterQuery` to items and removes hidden fields. One failing call rejects them all, since the hook might have
 * removed data.
 *
 * @throws {Refusal} `WDE0078`.
 */
export async function applyAfterQuery(
  collection: Collection,
  run: HookRun,
  items: readonly ItemText[],
): Promise<readonly ItemText[]> {
  if (!run.has("afterQuery")) return items;
  const applyHook = async ({ id, json }: ItemText): Promise<ItemText> => {
    const data = await run.run<Record<string, unknown>>("afterQuery", JSON.parse(json));
    return { id, json: JSON.stringify(withoutHidden(collection, data)) };
  };
  return pMap(items, applyHook, { concurrency: maxConcurrentItems });
}
