import type { insertItemRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { DbOrTx } from "../../db/database.ts";
import type { Caller, Deps } from "../../deps.ts";
import type { RawJson } from "../../http/serve.ts";
import { needAccess, ownerIdOf } from "../access.ts";
import type { Collection } from "../collection.ts";
import { idOf, readFields } from "../item-data.ts";
import { newItemId } from "../item-id.ts";
import { knownCollection } from "../known-collection.ts";
import { itemExists } from "../refusals.ts";
import { checkFields } from "./check-fields.ts";
import { includeReferences } from "./include-references.ts";
import { findTakenIds, type ItemText, insertItems, type NewItem } from "./items-store.ts";
import { itemAnswer } from "./tell-item.ts";
import { takenValue } from "./unique-values.ts";

/**
 * Inserts an item; its owner is the caller.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0007`, `WDE0074`, `WDE0109`, `ITEM_INVALID`, `VALUE_TAKEN`.
 * @throws {InvalidArguments} where the collection is strict.
 */
export async function insertItem(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof insertItemRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(deps, body.dataCollectionId);
  needAccess(collection, caller, "insert");
  const item = newItem(deps, caller, collection, body.dataItem);
  const row = await insertOne(deps.db, deps, collection, item);
  const told = row ?? (await refuseTaken(deps.db, deps, collection, item.id));
  const [whole] = await includeReferences(deps, caller, collection, [told], body.includeReferencedItems);
  return itemAnswer(collection.id, whole ?? told);
}

/** @throws {Refusal} `WDE0007`, `WDE0109`, `ITEM_INVALID`. @throws {InvalidArguments} where the collection is strict. */
export function newItem(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  given: { id?: string | null | undefined; data: Record<string, unknown> },
): NewItem {
  const fields = readFields(collection, given.data);
  checkFields(collection, fields);
  const at = deps.now();
  return {
    id: idOf(given) ?? newItemId(at.getTime()),
    ownerId: ownerIdOf(deps, caller),
    at,
    fields,
    published: collection.publishes,
  };
}

export async function insertOne(
  db: DbOrTx,
  deps: Deps,
  collection: Collection,
  item: NewItem,
): Promise<ItemText | undefined> {
  return (await insertItems(db, { siteId: deps.site.id, collectionId: collection.id }, [item]))[0];
}

/** @throws {Refusal} what stood in the way: `WDE0074`, or `VALUE_TAKEN`. */
async function refuseTaken(db: DbOrTx, deps: Deps, collection: Collection, id: string): Promise<never> {
  const taken = await findTakenIds(db, { siteId: deps.site.id, collectionId: collection.id }, [id]);
  throw taken.has(id) ? itemExists(id, collection.id) : takenValue(undefined);
}
