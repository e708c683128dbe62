import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { findCollection } from "../collections/collections-store.ts";
import { toCollection } from "../collections/to-collection.ts";
import type { DataReadContext } from "../data-context.ts";
import { targetIdOf } from "../references/reference-field.ts";
import type { QueryScope } from "./filter/field-expression-sql.ts";

/** The alias of the queried items. */
export const itemsAlias = "i";

/**
 * Loads the collections that field names lead to through references.
 *
 * @param names Field names as sent; invalid names are ignored.
 * @param drafts Whether names lead to unpublished items, too.
 */
export async function openQueryScope(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  names: Iterable<string>,
  drafts = false,
): Promise<QueryScope> {
  const referenced = new Map<string, Collection>();
  for (const name of new Set(names)) await follow(collection, name.split(".").slice(0, 5));
  return { context, caller, collection, alias: itemsAlias, referenced, drafts };

  async function follow(from: Collection, [first = "", ...rest]: string[]): Promise<void> {
    const field = from.fields.get(first);
    const id = targetIdOf(field);
    // A bidirectional reference is visible only if the caller may read both items.
    const isBidirectional = field?.typeMetadata?.multiReference?.referencingFieldKey != null;
    if (id === undefined || (rest.length === 0 && !isBidirectional)) return;
    let target = referenced.get(id);
    if (!target) {
      const row = await findCollection(context.db, context.site.id, id);
      if (!row) return;
      target = toCollection(row, caller);
      referenced.set(id, target);
    }
    await follow(target, rest);
  }
}

/** All field names in a possibly invalid filter. */
export function fieldNamesIn(filter: unknown, depth = 0): string[] {
  if (depth > 12 || typeof filter !== "object" || filter === null) return [];
  if (Array.isArray(filter)) return filter.flatMap((part) => fieldNamesIn(part, depth + 1));
  return Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith("$") ? fieldNamesIn(operand, depth + 1) : [name],
  );
}
