import type { bulkItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
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
  // Fields may have become unique since the collection was loaded.
  const outcomes = await rejectTakenValues(context, collection, () =>
    withTransactionRetry(context, (tx) => saveParts(context, tx, caller, collection, body.dataItems, body)),
  );
  return bulkResponse(collection.id, outcomes, body.returnEntity);
}

/** @throws {Refusal} `WDE0027` if the caller may neither insert nor update. */
function requireSaveAccess(collection: Collection, caller: Caller): { mayInsert: boolean; mayUpdate: boolean } {
  const mayInsert = accessTo(collection, caller, "insert") !== "none";
  const mayUpdate = accessTo(collection, caller, "update") !== "none";
  if (!mayInsert) requireAccess(collection, caller, "update");
  return { mayInsert, mayUpdate };
}

/** Inserts or replaces items, each on its own. @returns The outcome of each. @throws {Refusal} `WDE0027`. */
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
  const parts = items.flatMap((input, index) => {
    const item = tryPart(() => newItem(context, caller, collection, input));
    outcomes[index] = { id: input.id ?? undefined, action: "UNKNOWN_ACTION_TYPE" };
    if (!isRejection(item)) return [{ ...item, index }];
    outcomes[index].error = item;
    return [];
  });
  for (const round of splitIntoRounds(parts)) {
    // Locked in one order, to prevent deadlocks.
    const sorted = round.toSorted((notInserted, right) => (notInserted.id < right.id ? -1 : 1));
    if (sorted.length > batchItems) await lockIds(tx, writing.key, idsOf(sorted));
    for (let first = 0; first < sorted.length; first += batchItems)
      await saveBatch(tx, writing, { mayInsert, mayUpdate }, sorted.slice(first, first + batchItems), outcomes);
  }
  return outcomes;
}

type Part = NewItem & { index: number };
const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id);

/** Records the outcome of each part. No two parts are of one item. */
async function saveBatch(
  tx: DbOrTx,
  writing: WriteContext,
  { mayInsert, mayUpdate }: { mayInsert: boolean; mayUpdate: boolean },
  parts: readonly Part[],
  outcomes: Outcome[],
): Promise<void> {
  const { caller, collection, key } = writing;
  const lockedById = new Map<string, LockedItem>();
  const lock = async (selected: readonly Part[]) => {
    for (const item of await lockItems(tx, key, idsOf(selected), writing)) lockedById.set(item.id, item);
  };
  const withReadonlyFields = (selected: readonly Part[]) =>
    selected.flatMap((part) => {
      const { id, index } = part;
      outcomes[index] = { id, action: lockedById.has(id) ? "UPDATE" : "INSERT" };
      const fields = tryPart(() => enforceReadonlyFields(collection, caller, lockedById.get(id)?.fields, part.fields));
      if (!isRejection(fields)) return [{ ...part, fields }];
      outcomes[index].error = fields;
      return [];
    });
  await lock(parts);
  const existing = parts.filter(({ id }) => lockedById.has(id));
  const missing = withReadonlyFields(parts.filter(({ id }) => !lockedById.has(id)));

  const inserted = mayInsert ? await insertItems(tx, key, missing) : [];
  const texts = new Map(inserted.map((item) => [item.id, item]));
  const notInserted = missing.filter(({ id }) => !texts.has(id));
  const taken =
    notInserted.length > 0 && mayInsert ? await findTakenIds(tx, key, idsOf(notInserted)) : new Set(idsOf(notInserted));
  // An item that was inserted concurrently is replaced, if the caller can see it.
  const conflicting = parts.filter(({ id }) => taken.has(id));
  if (mayInsert && conflicting.length > 0) await lock(conflicting);
  existing.push(...conflicting.filter(({ id }) => lockedById.has(id)));
  for (const { id, index } of notInserted)
    if (!lockedById.has(id))
      outcomes[index]!.error = taken.has(id) ? itemNotFound(id, collection.id) : valueTaken(undefined);

  const writable = withReadonlyFields(existing).filter(({ id, index }) => {
    const reason = mayUpdate ? findWriteError(writing, id, lockedById.get(id)) : notAllowed(collection.id);
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
