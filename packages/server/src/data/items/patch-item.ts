import type { patchItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound } from "../data-errors.ts";
import { itemResponse } from "./item-json-sql.ts";
import { patchedFields, validateModifications } from "./patch-fields.ts";
import { rejectTakenValues } from "./unique-values.ts";
import { lockForWrite, openWriteContext, replaceLocked } from "./write-context.ts";

/**
 * Changes some fields of an item. Concurrent patches of different fields do not overwrite each other.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `WDE0073`, `WDE0109`, `ITEM_INVALID`, `CONDITION_NOT_MET`,
 * `VALUE_TAKEN`.
 * @throws {InvalidArguments} if the collection is strict.
 */
export async function patchItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof patchItemRequest>,
): Promise<RawJson> {
  const { dataItemId: id, fieldModifications } = body.patch;
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const write = await openWriteContext(context, caller, collection, "update", body);
  validateModifications(collection, fieldModifications);
  const row = await rejectTakenValues(context, collection, () =>
    withTransactionRetry(context, async (tx) => {
      const current = await lockForWrite(tx, write, id);
      const fields = patchedFields(collection, caller, current.fields, fieldModifications);
      return (await replaceLocked(tx, write, [{ id, fields }]))[0];
    }),
  );
  if (!row) throw itemNotFound(id, collection.id);
  return itemResponse(collection.id, row);
}
