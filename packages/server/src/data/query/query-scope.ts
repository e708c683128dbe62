import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import { findCollection } from "../collections/collections-store.ts";
import { toCollection } from "../collections/to-collection.ts";
import type { DataReadContext } from "../data-context.ts";
import { targetIdOf } from "../references/reference-field.ts";
import type { Scope } from "./filter/field-expression-sql.ts";

/** The alias of the items that a question is about. */
export const itemsAlias = "i";

/**
 * The scope that names of a question are read in: the collection, and those that the names lead to through fields that refer to items.
 *
 * @param names Names of fields, as they were sent; what is no name leads nowhere.
 * @param drafts Whether names lead to items that are not published, too.
 */
export async function openScope(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  names: Iterable<string>,
  drafts = false,
): Promise<Scope> {
  const referenced = new Map<string, Collection>();
  for (const name of new Set(names)) await follow(collection, name.split(".").slice(0, 5));
  return { context, caller, collection, alias: itemsAlias, referenced, drafts };

  async function follow(from: Collection, [first = "", ...rest]: string[]): Promise<void> {
    const field = from.fields.get(first);
    const id = targetIdOf(field);
    // Of references that both collections have, no more is told than the caller may read on both sides.
    const isTwoSided = field?.typeMetadata?.multiReference?.referencingFieldKey != null;
    if (id === undefined || (rest.length === 0 && !isTwoSided)) return;
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

/** Every name in a filter, whatever else is wrong with it. */
export function namesIn(filter: unknown, depth = 0): string[] {
  if (depth > 12 || typeof filter !== "object" || filter === null) return [];
  if (Array.isArray(filter)) return filter.flatMap((part) => namesIn(part, depth + 1));
  return Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith("$") ? namesIn(operand, depth + 1) : [name],
  );
}
