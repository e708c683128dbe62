import type { insertItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { findVersion } from "../collections/collections-store.ts";
import { withCollection } from "../collections/load-collection.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { itemExists } from "../data-errors.ts";
import { draftsFor, needAccess, ownerIdOf } from "../permissions/access.ts";
import { includeInWritten, needIncludes } from "../references/include-references.ts";
import { type GivenReferences, openReferences, setGiven } from "../references/input-references.ts";
import { idOf, readFields } from "./item-data.ts";
import { type ItemText, itemAnswer } from "./item-json-sql.ts";
import { findTakenIds, insertOneItem, itemsIn, type NewItem } from "./items-store.ts";
import { keepFixed, type WriteMode } from "./readonly-fields.ts";
import { takenValue } from "./unique-values.ts";
import { checkFields } from "./validate-fields.ts";

let last = "";

/** A new id that comes after all that this process has made: items without a sort come in the order of their making. Source: RFC 9562 §6.2. */
function newItemId(now: number): string {
  const id = newId(now);
  last = id > last ? id : following(last);
  return last;
}

/** One more in its random part, which has room for longer than a process lives. */
function following(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Inserts an item; its owner is the caller.
 *
 * @param mode Whether a hook has made it what it is.
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0007`, `WDE0074`, `WDE0109`, `ITEM_INVALID`, `VALUE_TAKEN`; with `saveReferences` what
 *   {@link openReferences} and {@link setGiven} say.
 * @throws {InvalidArguments} where the collection is strict.
 */
export async function insertItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof insertItemRequest>,
  { byHook }: WriteMode = {},
): Promise<RawJson> {
  const { collection, row } = await withCollection(context, caller, body.dataCollectionId, async (collection) => {
    needAccess(collection, caller, "insert");
    needIncludes(collection, body.includeReferencedItems);
    const item = newItem(context, caller, collection, body.dataItem);
    keepFixed(collection, caller, undefined, item.fields, { byHook });
    const given = await openReferences(
      { context, caller, collection },
      body.dataItem.data,
      body.saveReferences,
      draftsFor(caller, body),
    );
    const row = await (given.length === 0
      ? insertOne(context.db, context, collection, item)
      : insertWithReferences(context, caller, collection, item, given, { byHook }));
    // The collection may have changed, rather than something stand in the way.
    const version = row ? collection.version : await findVersion(context.db, context.site.id, collection.id);
    if (!row && version === collection.version) await refuseTaken(context.db, context, collection, item.id);
    return { version, result: { collection, row } };
  });
  if (!row) throw new Refusal("UNAVAILABLE");
  return itemAnswer(collection.id, await includeInWritten(context, caller, collection, row, body));
}

/**
 * An item that is to be inserted, of what a request gives.
 *
 * @throws {Refusal} `WDE0007`, `WDE0109`, `ITEM_INVALID`. @throws {InvalidArguments} where the collection is strict.
 */
export function newItem(
  context: DataTxContext,
  caller: Caller,
  collection: Collection,
  given: { id?: string | null | undefined; data: Record<string, unknown> },
): NewItem {
  const fields = readFields(collection, given.data);
  checkFields(collection, fields);
  const at = context.now();
  return {
    id: idOf(given) ?? newItemId(at.getTime()),
    ownerId: ownerIdOf(context, caller),
    at,
    fields,
    published: collection.publishes,
  };
}

export async function insertOne(
  db: DbOrTx,
  context: DataContext,
  collection: Collection,
  item: NewItem,
): Promise<ItemText | undefined> {
  const { id, ownerId, at, fields, published } = item;
  const key = itemsIn(context, collection);
  const values = { ...key, id, ownerId, at, published, data: JSON.stringify(fields), version: collection.version };
  return insertOneItem(db, values);
}

/** Inserts an item and its references, or neither. @throws {Refusal} `WDE0021`, `WDE0027`. */
async function insertWithReferences(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  item: NewItem,
  given: readonly GivenReferences[],
  mode: Pick<WriteMode, "byHook">,
): Promise<ItemText | undefined> {
  return transactionWithRetry(context, async (tx) => {
    const row = await insertOne(tx, context, collection, item);
    if (row) await setGiven(tx, { context, caller, collection }, item.id, given, mode);
    return row;
  });
}

/** Says why an item could not be inserted. @throws {Refusal} `WDE0074`, or `VALUE_TAKEN`. */
async function refuseTaken(db: DbOrTx, context: DataContext, collection: Collection, id: string): Promise<never> {
  const taken = await findTakenIds(db, itemsIn(context, collection), [id]);
  throw taken.has(id) ? itemExists(id, collection.id) : takenValue(undefined);
}
