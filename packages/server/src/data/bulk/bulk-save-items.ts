import type { bulkItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { newItem } from "../items/insert-item.ts";
import { type LockedItem, lockIds, lockItems } from "../items/item-locks-store.ts";
import { findTakenIds, insertItems, type NewItem } from "../items/items-store.ts";
import { enforceReadonlyFields } from "../items/readonly-fields.ts";
import { rejectTakenValues, valueTaken } from "../items/unique-values.ts";
import { findWriteError, openWriteContext, type WriteContext } from "../items/write-context.ts";
import { accessTo, requireAccess } from "../permissions/access.ts";
import { batchItems } from "./bulk-change-items.ts";
import { bulkResponse, isRejection, type Outcome, replaceParts, splitIntoRounds, tryPart } from "./bulk-write.ts";

/** Inserts or replaces up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkSaveItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof bulkItemsRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireSaveAccess(collection, caller);
  // Its fields may have become unique since it was read.
  const outcomes = await rejectTakenValues(context, collection, () =>
    transactionWithRetry(context, (tx) => saveParts(context, tx, caller, collection, body.dataItems, body)),
  );
  return bulkResponse(collection.id, outcomes, body.returnEntity);
}

/** @returns What of it the caller may do. @throws {Refusal} `WDE0027` for whom it is nothing. */
function requireSaveAccess(collection: Collection, caller: Caller): { mayInsert: boolean; mayUpdate: boolean } {
  const mayInsert = accessTo(collection, caller, "insert") !== "none";
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  if (!mayInsert) requireAccess(collection, caller, "update");
  return { mayInsert, mayUpdate };
}

/** Inserts or replaces items, each on its own. @returns What became of each. @throws {Refusal} `WDE0027`. */
export async function saveParts(
  context: DataTxContext,
  tx: DbOrTx,
  caller: Caller,
  collection: Collection,
  items: readonly Parameters<typeof newItem>[3][],
  options: Parameters<typeof openWriteContext>[4] = {},
): Promise<Outcome[]> {
  const { mayInsert, mayUpdate } = requireSaveAccess(collection, caller);
  const writing = await openWriteContext(
    inTransaction(context, tx),
    caller,
    collection,
    mayUpdate ? "update" : "insert",
    options,
  );
  const outcomes: Outcome[] = [];
  const parts = items.flatMap((given, index) => {
    const item = tryPart(() => newItem(context, caller, collection, given));
    outcomes[index] = { id: given.id ?? undefined, action: "UNKNOWN_ACTION_TYPE" };
    if (!isRejection(item)) return [{ ...item, index }];
    outcomes[index].error = item;
    return [];
  });
  for (const round of splitIntoRounds(parts)) {
    // All in one order, so that nobody waits in a circle.
    const sorted = round.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    if (sorted.length > batchItems) await lockIds(tx, writing.key, idsOf(sorted));
    for (let first = 0; first < sorted.length; first += batchItems)
      await saveBatch(tx, writing, { mayInsert, mayUpdate }, sorted.slice(first, first + batchItems), outcomes);
  }
  return outcomes;
}

type Part = NewItem & { index: number };
const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id);

/** Notes what became of each part, of which no two are of one item. */
async function saveBatch(
  tx: DbOrTx,
  writing: WriteContext,
  { mayInsert, mayUpdate }: { mayInsert: boolean; mayUpdate: boolean },
  parts: readonly Part[],
  outcomes: Outcome[],
): Promise<void> {
  const { caller, collection, key } = writing;
  const held = new Map<string, LockedItem>();
  const lock = async (some: readonly Part[]) => {
    for (const item of await lockItems(tx, key, idsOf(some), writing)) held.set(item.id, item);
  };
  const fitting = (some: readonly Part[]) =>
    some.flatMap((part) => {
      const { id, index } = part;
      outcomes[index] = { id, action: held.has(id) ? "UPDATE" : "INSERT" };
      const fields = tryPart(() => enforceReadonlyFields(collection, caller, held.get(id)?.fields, part.fields));
      if (!isRejection(fields)) return [{ ...part, fields }];
      outcomes[index].error = fields;
      return [];
    });
  await lock(parts);
  const known = parts.filter(({ id }) => held.has(id));
  const fresh = fitting(parts.filter(({ id }) => !held.has(id)));

  const inserted = mayInsert ? await insertItems(tx, key, fresh) : [];
  const texts = new Map(inserted.map((item) => [item.id, item]));
  const left = fresh.filter(({ id }) => !texts.has(id));
  const taken = left.length > 0 && mayInsert ? await findTakenIds(tx, key, idsOf(left)) : new Set(idsOf(left));
  // One that has come in between is replaced, if the caller sees it.
  const inTheWay = parts.filter(({ id }) => taken.has(id));
  if (mayInsert && inTheWay.length > 0) await lock(inTheWay);
  known.push(...inTheWay.filter(({ id }) => held.has(id)));
  for (const { id, index } of left)
    if (!held.has(id)) outcomes[index]!.error = taken.has(id) ? itemNotFound(id, collection.id) : valueTaken(undefined);

  const writable = fitting(known).filter(({ id, index }) => {
    const reason = mayUpdate ? findWriteError(writing, id, held.get(id)) : notAllowed(collection.id);
    if (reason) outcomes[index]!.error = reason;
    return reason === undefined;
  });
  const replaced = await replaceParts(tx, writing, writable, ({ index }, error) => {
    outcomes[index]!.error = error;
  });
  for (const item of replaced) texts.set(item.id, item);
  for (const { id, index } of parts) {
    const item = texts.get(id);
    if (item) outcomes[index]!.item = item;
  }
}
