import type { bulkRemoveItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound } from "../data-errors.ts";
import { requireItemId } from "../items/item-data.ts";
import { lockRows } from "../items/item-locks-store.ts";
import { deleteItemIds } from "../items/items-store.ts";
import { findWriteError, openWriteContext } from "../items/write-context.ts";
import { bulkResponse, isRejection, type Outcome, tryPart } from "./bulk-write.ts";

/** Removes up to 1000 items, each on its own. @throws {Refusal} `WDE0025`, `WDE0027`. */
export async function bulkRemoveItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof bulkRemoveItemsRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const writing = await openWriteContext(context, caller, collection, "remove");
  const ids = body.dataItemIds;
  const rejected = new Map<string, Outcome["error"]>();
  for (const id of ids) {
    const error = tryPart(() => requireItemId(id));
    if (isRejection(error)) rejected.set(id, error);
  }
  const valid = ids.filter((id) => !rejected.has(id));
  const remove = async (tx: DbOrTx): Promise<Outcome[]> => {
    const lockedById = new Map((await lockRows(tx, writing.key, valid, writing)).map((item) => [item.id, item]));
    const removed = new Set(await deleteItemIds(tx, writing.key, [...lockedById.keys()], writing.writable, caller));
    return ids.map((id) => {
      const reason = rejected.get(id) ?? findWriteError(writing, id, lockedById.get(id));
      // A repeated ID was removed by its first occurrence.
      if (removed.delete(id)) return { id, action: "DELETE" };
      return { id, action: "DELETE", error: reason ?? itemNotFound(id, collection.id) };
    });
  };
  const outcomes = await withTransactionRetry(context, remove);
  return bulkResponse(collection.id, outcomes, false);
}
