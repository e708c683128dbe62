import type { removeItemRequest, truncateRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { all } from "../query/filter/conditions-sql.ts";
import { itemResponse } from "./item-json-sql.ts";
import { deleteAllItems, deleteItems } from "./items-store.ts";
import { lockForWrite, openWriteContext } from "./write-context.ts";

/**
 * @returns The removed item.
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073`, `CONDITION_NOT_MET`.
 */
export async function removeItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof removeItemRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const write = await openWriteContext(context, caller, collection, "remove", body);
  const { readable, writable, matches, key } = write;
  const [row] = await deleteItems(context.db, key, [body.dataItemId], all([readable, writable, matches]), caller);
  if (row) return itemResponse(collection.id, row);
  await context.db.transaction().execute((tx) => lockForWrite(tx, write, body.dataItemId));
  // The item was inserted after the delete found none.
  throw itemNotFound(body.dataItemId, collection.id);
}

/** Removes all items. @throws {Refusal} `WDE0025`, `WDE0027` for all but editors who may remove items. */
export async function truncateCollection(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof truncateRequest>,
): Promise<Record<never, never>> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  if (!isEditor(caller)) throw notAllowed(collection.id);
  const { key, writable } = await openWriteContext(context, caller, collection, "remove");
  await withTransactionRetry(context, async (tx) => {
    await disableStatementTimeout(tx);
    await deleteAllItems(tx, key, writable, caller);
  });
  return {};
}
