import type { RawBuilder } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { Collection, ItemAction } from "../collections/collection.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { draftsFor, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all, everyItem } from "../query/filter/conditions-sql.ts";
import { namesIn, openScope } from "../query/query-scope.ts";
import type { ItemText } from "./item-json-sql.ts";
import { type LockedItem, type LockedRow, type Locking, lockItems, wasUpdatedAt } from "./item-locks-store.ts";
import { type ItemKey, itemsIn, replaceItems } from "./items-store.ts";

/** What a call that writes items of one collection works with. */
export interface Writing extends Locking {
  context: DataContext;
  collection: Collection;
  key: ItemKey;
}

/**
 * Prepares a call that writes items.
 *
 * @param action What is to be done with items that are there.
 * @throws {Refusal} `WDE0027` when the caller may do so with none; what is wrong with the condition's filter.
 */
export async function beginWriting(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  action: ItemAction,
  {
    condition,
    ...options
  }: { condition?: { filter: Record<string, unknown> } | null | undefined } & Parameters<typeof draftsFor>[1] = {},
): Promise<Writing> {
  needAccess(collection, caller, action);
  const drafts = draftsFor(caller, options);
  let meets: RawBuilder<boolean> = everyItem;
  if (condition) {
    const scope = await openScope(context, caller, collection, namesIn(condition.filter), drafts);
    meets = compileFilter(condition.filter, scope);
  }
  return {
    context,
    caller,
    collection,
    key: itemsIn(context, collection),
    // Whoever edits content finds what is not published by its id.
    readable: mayOn(collection, caller, "read", "i", isEditor(caller)),
    drafts,
    writable: mayOn(collection, caller, action, "i"),
    meets,
  };
}

/** The same, only while this is the item's `_updatedDate`. */
export const asItWas = (writing: Writing, updatedDate: string): Writing => ({
  ...writing,
  meets: all([writing.meets, wasUpdatedAt(updatedDate)]),
});

/**
 * Locks the item and lets pass who may write it.
 *
 * @throws {Refusal} `WDE0073` when there is none that the caller sees, `WDE0027`, `CONDITION_NOT_MET`.
 */
export async function lockForWriting(tx: DbOrTx, writing: Writing, id: string): Promise<LockedItem> {
  const [item] = await lockItems(tx, writing.key, [id], writing);
  const reason = whyNot(writing, id, item);
  if (reason || !item) throw reason ?? noItem(id, writing.collection.id);
  return item;
}

/** Puts new fields in the place of those of items that are locked, as far as the caller may write them. @returns The items as they are now. */
export const replaceLocked = (
  tx: DbOrTx,
  { context, key, writable, drafts }: Writing,
  items: Parameters<typeof replaceItems>[2],
  at: Date = context.now(),
): Promise<ItemText[]> => replaceItems(tx, key, items, at, writable, drafts);

/** Why the caller cannot write this item; `undefined` when they can. */
export function whyNot({ collection }: Writing, id: string, item: LockedRow | undefined): Refusal | undefined {
  if (!item) return noItem(id, collection.id);
  if (!item.writable) return notAllowed(collection.id);
  return item.meets ? undefined : new Refusal("CONDITION_NOT_MET", { itemId: id });
}
