import type { RawBuilder } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { Collection, ItemAction } from "../collections/collection.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { draftsFor, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all, everyItem } from "../query/filter/conditions-sql.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import type { ItemText } from "./item-json-sql.ts";
import {
  hasUpdatedDate,
  type LockedItem,
  type LockedRow,
  lockItems,
  type WriteConditions,
} from "./item-locks-store.ts";
import { type ItemKey, itemsIn, replaceItems } from "./items-store.ts";

/** What a write of items of one collection needs. */
export interface WriteContext extends WriteConditions {
  context: DataContext;
  collection: Collection;
  key: ItemKey;
}

/**
 * @param action The operation on existing items.
 * @throws {Refusal} `WDE0027` if the caller has no access to any item; errors of the condition's filter.
 */
export async function openWriteContext(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  action: ItemAction,
  {
    condition,
    ...options
  }: { condition?: { filter: Record<string, unknown> } | null | undefined } & Parameters<typeof draftsFor>[1] = {},
): Promise<WriteContext> {
  requireAccess(collection, caller, action);
  const drafts = draftsFor(caller, options);
  let matches: RawBuilder<boolean> = everyItem;
  if (condition) {
    const scope = await openQueryScope(context, caller, collection, fieldNamesIn(condition.filter), drafts);
    matches = compileFilter(condition.filter, scope);
  }
  return {
    context,
    caller,
    collection,
    key: itemsIn(context, collection),
    // Editors find unpublished items by id.
    readable: accessCondition(collection, caller, "read", "i", isEditor(caller)),
    drafts,
    writable: accessCondition(collection, caller, action, "i"),
    matches,
  };
}

/** Restricts the write to items that still have this `_updatedDate`. */
export const withExpectedUpdatedDate = (write: WriteContext, updatedDate: string): WriteContext => ({
  ...write,
  matches: all([write.matches, hasUpdatedDate(updatedDate)]),
});

/**
 * Locks an item and checks that the caller may write it.
 *
 * @throws {Refusal} `WDE0073` if the caller may not read it, `WDE0027`, `CONDITION_NOT_MET`.
 */
export async function lockForWrite(tx: DbOrTx, write: WriteContext, id: string): Promise<LockedItem> {
  const [item] = await lockItems(tx, write.key, [id], write);
  const reason = findWriteError(write, id, item);
  if (reason || !item) throw reason ?? itemNotFound(id, write.collection.id);
  return item;
}

/** Replaces the fields of locked items, as far as the caller may write them. @returns The new items. */
export const replaceLocked = (
  tx: DbOrTx,
  { context, key, writable, drafts }: WriteContext,
  items: Parameters<typeof replaceItems>[2],
  at: Date = context.now(),
): Promise<ItemText[]> => replaceItems(tx, key, items, at, writable, drafts);

/** Why the caller may not write this item, or `undefined`. */
export function findWriteError(
  { collection }: WriteContext,
  id: string,
  item: LockedRow | undefined,
): Refusal | undefined {
  if (!item) return itemNotFound(id, collection.id);
  if (!item.writable) return notAllowed(collection.id);
  return item.matches ? undefined : new Refusal("CONDITION_NOT_MET", { itemId: id });
}
