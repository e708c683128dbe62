import type { bulkItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { itemExists } from "../data-errors.ts";
import { newItem } from "../items/insert-item.ts";
import { findTakenIds, insertItems, itemsIn } from "../items/items-store.ts";
import { enforceReadonlyFields, type WriteMode } from "../items/readonly-fields.ts";
import { valueTaken } from "../items/unique-values.ts";
import { requireAccess } from "../permissions/access.ts";
import { bulkResponse, isRejection, type Outcome, splitIntoRounds, tryPart } from "./bulk-write.ts";

/** Inserts up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkInsertItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof bulkItemsRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "insert");
  const outcomes = await withTransactionRetry(context, (tx) =>
    insertParts(context, tx, caller, collection, body.dataItems),
  );
  return bulkResponse(collection.id, outcomes, body.returnEntity);
}

/** Inserts items, each on its own. @returns The outcome of each. @throws {Refusal} `WDE0027`. */
export async function insertParts(
  context: DataTxContext,
  tx: DbOrTx,
  caller: Caller,
  collection: Collection,
  items: readonly Parameters<typeof newItem>[3][],
  { byHook }: WriteMode = {},
): Promise<Outcome[]> {
  requireAccess(collection, caller, "insert");
  const key = itemsIn(context, collection);
  const outcomes: Outcome[] = [];
  const parts = items.flatMap((input, index) => {
    const item = tryPart(() => {
      const item = newItem(context, caller, collection, input);
      enforceReadonlyFields(collection, caller, undefined, item.fields, { byHook });
      return item;
    });
    outcomes[index] = { id: input.id ?? undefined, action: "INSERT" };
    if (!isRejection(item)) return [{ ...item, index }];
    outcomes[index].error = item;
    return [];
  });
  for (const round of splitIntoRounds(parts)) {
    const inserted = new Map((await insertItems(tx, key, round)).map((item) => [item.id, item]));
    const left = round.filter(({ id }) => !inserted.has(id));
    const taken =
      left.length > 0
        ? await findTakenIds(
            tx,
            key,
            left.map(({ id }) => id),
          )
        : new Set();
    for (const { id, index } of round) {
      const item = inserted.get(id);
      const error = taken.has(id) ? itemExists(id, collection.id) : valueTaken(undefined);
      outcomes[index] = { id, action: "INSERT", item, ...(!item && { error }) };
    }
  }
  return outcomes;
}
