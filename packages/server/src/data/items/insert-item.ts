import type { insertItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { findVersion } from "../collections/collections-store.ts";
import { withCollection } from "../collections/load-collection.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { itemExists } from "../data-errors.ts";
import { draftsFor, ownerIdOf, requireAccess } from "../permissions/access.ts";
import { includeInResponse, validateIncludes } from "../references/include-references.ts";
import { type InputReferences, openReferences, setInputReferences } from "../references/input-references.ts";
import { idOf, parseFields } from "./item-data.ts";
import { type ItemText, itemResponse } from "./item-json-sql.ts";
import { findTakenIds, insertOneItem, itemsIn, type NewItem } from "./items-store.ts";
import { enforceReadonlyFields, type WriteMode } from "./readonly-fields.ts";
import { valueTaken } from "./unique-values.ts";
import { validateFields } from "./validate-fields.ts";

let last = "";

/**
 * An id greater than all earlier ones of this process: unsorted items come in insertion order. Source: RFC 9562 §6.2.
 */
function newItemId(now: number): string {
  const id = newId(now);
  last = id > last ? id : nextId(last);
  return last;
}

/** Increments the random part, which cannot overflow within a process lifetime. */
function nextId(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Inserts an item owned by the caller.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0007`, `WDE0074`, `WDE0109`, `ITEM_INVALID`, `VALUE_TAKEN`; with
 *   `saveReferences` as {@link openReferences} and {@link setInputReferences}.
 * @throws {InvalidArguments} if the collection is strict.
 */
export async function insertItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof insertItemRequest>,
  { byHook }: WriteMode = {},
): Promise<RawJson> {
  const { collection, row } = await withCollection(context, caller, body.dataCollectionId, async (collection) => {
    requireAccess(collection, caller, "insert");
    validateIncludes(collection, body.includeReferencedItems);
    const item = newItem(context, caller, collection, body.dataItem);
    enforceReadonlyFields(collection, caller, undefined, item.fields, { byHook });
    const references = await openReferences(
      { context, caller, collection },
      body.dataItem.data,
      body.saveReferences,
      draftsFor(caller, body),
    );
    const row = await (references.length === 0
      ? insertOne(context.db, context, collection, item)
      : insertWithReferences(context, caller, collection, item, references, { byHook }));
    // No row: either the collection has changed, or the id or a unique value is taken.
    const version = row ? collection.version : await findVersion(context.db, context.site.id, collection.id);
    if (!row && version === collection.version) await rejectTaken(context.db, context, collection, item.id);
    return { version, result: { collection, row } };
  });
  if (!row) throw new Refusal("UNAVAILABLE");
  return itemResponse(collection.id, await includeInResponse(context, caller, collection, row, body));
}

/**
 * Parses and validates the item of an insert request.
 *
 * @throws {Refusal} `WDE0007`, `WDE0109`, `ITEM_INVALID`. @throws {InvalidArguments} if the collection is strict.
 */
export function newItem(
  context: DataTxContext,
  caller: Caller,
  collection: Collection,
  input: { id?: string | null | undefined; data: Record<string, unknown> },
): NewItem {
  const fields = parseFields(collection, input.data);
  validateFields(collection, fields);
  const at = context.now();
  return {
    id: idOf(input) ?? newItemId(at.getTime()),
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

/** Inserts an item and its references in one transaction. @throws {Refusal} `WDE0021`, `WDE0027`. */
async function insertWithReferences(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  item: NewItem,
  references: readonly InputReferences[],
  mode: Pick<WriteMode, "byHook">,
): Promise<ItemText | undefined> {
  return withTransactionRetry(context, async (tx) => {
    const row = await insertOne(tx, context, collection, item);
    if (row) await setInputReferences(tx, { context, caller, collection }, item.id, references, mode);
    return row;
  });
}

/** @throws {Refusal} `WDE0074` if the id is taken, else `VALUE_TAKEN`. */
async function rejectTaken(db: DbOrTx, context: DataContext, collection: Collection, id: string): Promise<never> {
  const taken = await findTakenIds(db, itemsIn(context, collection), [id]);
  throw taken.has(id) ? itemExists(id, collection.id) : valueTaken(undefined);
}
