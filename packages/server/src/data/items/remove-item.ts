import type { removeItemRequest, truncateRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { itemAnswer } from "./item-json-sql.ts";
import { deleteAllItems, deleteItems } from "./items-store.ts";
import { beginWriting, lockForWriting } from "./write-context.ts";

/**
 * Removes an item.
 *
 * @returns It as it was.
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073`, `CONDITION_NOT_MET`.
 */
export async function removeItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof removeItemRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const writing = await beginWriting(context, caller, collection, "remove", body);
  const { readable, writable, meets, key } = writing;
  const [row] = await deleteItems(context.db, key, [body.dataItemId], all([readable, writable, meets]), caller);
  if (row) return itemAnswer(collection.id, row);
  await context.db.transaction().execute((tx) => lockForWriting(tx, writing, body.dataItemId));
  // It came after the removal found nothing.
  throw noItem(body.dataItemId, collection.id);
}

/** Removes all items. @throws {Refusal} `WDE0025`, `WDE0027` for all but editors who may remove items. */
export async function truncateCollection(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof truncateRequest>,
): Promise<Record<never, never>> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  if (!isEditor(caller)) throw notAllowed(collection.id);
  const { key, writable } = await beginWriting(context, caller, collection, "remove");
  await transactionWithRetry(context, async (tx) => {
    await disableStatementTimeout(tx);
    await deleteAllItems(tx, key, writable, caller);
  });
  return {};
}
