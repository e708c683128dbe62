import type { patchItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem } from "../data-errors.ts";
import { itemAnswer } from "./item-json-sql.ts";
import { checkModifications, patchedFields } from "./patch-fields.ts";
import { refuseTakenValues } from "./unique-values.ts";
import { beginWriting, lockForWriting, replaceLocked } from "./write-context.ts";

/**
 * Changes some fields of an item. Two callers who do so at once lose neither's change.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `WDE0073`, `WDE0109`, `ITEM_INVALID`, `CONDITION_NOT_MET`, `VALUE_TAKEN`.
 * @throws {InvalidArguments} where the collection is strict.
 */
export async function patchItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof patchItemRequest>,
): Promise<RawJson> {
  const { dataItemId: id, fieldModifications } = body.patch;
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const writing = await beginWriting(context, caller, collection, "update", body);
  checkModifications(collection, fieldModifications);
  const row = await refuseTakenValues(context, collection, () =>
    transactionWithRetry(context, async (tx) => {
      const held = await lockForWriting(tx, writing, id);
      const fields = patchedFields(collection, caller, held.fields, fieldModifications);
      return (await replaceLocked(tx, writing, [{ id, fields }]))[0];
    }),
  );
  if (!row) throw noItem(id, collection.id);
  return itemAnswer(collection.id, row);
}
