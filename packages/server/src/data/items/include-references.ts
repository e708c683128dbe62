import { defaultPageSize } from "@porchlight/contract/limits";
import type { Caller, Deps } from "../../deps.ts";
import { mayOn } from "../access.ts";
import { type Collection, toCollection } from "../collection.ts";
import { findCollection } from "../collections-store.ts";
import { refusal } from "../refusals.ts";
import type { ItemText } from "./item-json.ts";
import { findItems, itemsIn } from "./items-store.ts";
import { referencesIn, targetIdOf, targetOf } from "./reference-field.ts";
import { findReferencesOf } from "./references-store.ts";

type Include = { field: string; limit?: number | null | undefined };

/**
 * Puts the items that fields refer to in the place of their ids, as far as the caller may read them: of others the ids stay, and of
 * fields with many they are left out.
 *
 * @param drafts Whether items count that are not published, and drafts are told of those that have one.
 * @throws {Refusal} `WDE0020` for a field that refers to nothing.
 */
export async function includeReferences(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  items: readonly ItemText[],
  includes: readonly Include[] | null | undefined,
  drafts = false,
): Promise<readonly ItemText[]> {
  if (!includes || includes.length === 0) return items;
  const told = items.map(({ id, json }) => ({ id, data: JSON.parse(json) as Record<string, unknown> }));
  for (const { field, limit } of includes) {
    const definition = collection.fields.get(field);
    const targetId = targetIdOf(definition);
    if (targetId === undefined) throw refusal("WDE0020", `The field [${field}] refers to no items.`, { field });
    const row = await findCollection(deps.db, deps.site.id, targetId);
    if (!row) continue;
    const target = toCollection(row, caller);
    const idsOf =
      definition?.type === "MULTI_REFERENCE"
        ? await findReferencesOf(
            deps.db,
            referencesIn(deps.site.id, collection, field),
            targetOf(deps, caller, target, drafts),
            told.map(({ id }) => id),
            limit ?? defaultPageSize,
          )
        : new Map(told.map(({ id, data }) => [id, typeof data[field] === "string" ? [data[field]] : []]));
    const found = await findItems(
      deps.db,
      itemsIn(deps, target),
      [...new Set(told.flatMap(({ id }) => idsOf.get(id) ?? []))],
      mayOn(target, caller, "read", "i", drafts),
      undefined,
      drafts,
    );
    const byId = new Map(found.map(({ id, json }) => [id, JSON.parse(json) as object]));
    for (const { id, data } of told) {
      const items = (idsOf.get(id) ?? []).flatMap((one) => byId.get(one) ?? []);
      if (definition?.type === "MULTI_REFERENCE") data[field] = items;
      else if (items[0]) data[field] = items[0];
    }
  }
  return told.map(({ id, data }) => ({ id, json: JSON.stringify(data) }));
}
