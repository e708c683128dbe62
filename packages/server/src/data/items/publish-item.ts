import type { itemByIdRequest, unpublishItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { itemResponse } from "./item-json-sql.ts";
import { type Publication, publishRow } from "./items-store.ts";
import { rejectTakenValues } from "./unique-values.ts";
import { validateFields } from "./validate-fields.ts";
import { lockForWrite, openWriteContext } from "./write-context.ts";

type ItemByIdRequest = z.output<typeof itemByIdRequest>;

/**
 * Creates a draft with the item's fields; an existing draft stays.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027` for all but editors who may update items, `WDE0073`.
 */
export async function createDraftItem(
  context: DataContext,
  { caller }: Requester,
  { body }: ItemByIdRequest,
): Promise<RawJson> {
  return change(context, caller, body, "draft");
}

/** Publishes the draft. @throws {Refusal} as {@link createDraftItem}, and `DRAFT_NOT_FOUND`, `VALUE_TAKEN`. */
export async function publishDraftItem(
  context: DataContext,
  { caller }: Requester,
  { body }: ItemByIdRequest,
): Promise<RawJson> {
  return change(context, caller, body, "publish");
}

/** @throws {Refusal} as {@link createDraftItem}. */
export async function unpublishItem(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof unpublishItemRequest>,
): Promise<RawJson> {
  return change(context, caller, body, body.copyToDraft ? "unpublish to draft" : "unpublish");
}

async function change(
  context: DataContext,
  caller: Caller,
  body: ItemByIdRequest["body"],
  action: Publication,
): Promise<RawJson> {
  const { dataCollectionId, dataItemId: id } = body;
  const collection = await requireCollection(context, caller, dataCollectionId);
  if (!isEditor(caller)) throw notAllowed(collection.id);
  const options = { publishPluginOptions: { includeDraftItems: true } };
  const write = await openWriteContext(context, caller, collection, "update", options);
  const row = await rejectTakenValues(context, collection, () =>
    withTransactionRetry(context, async (tx) => {
      const { fields } = await lockForWrite(tx, write, id);
      if (action === "publish") validateFields(collection, fields);
      const changed = await publishRow(tx, write.key, id, action, context.now());
      if (!changed && action === "publish") throw new Refusal("DRAFT_NOT_FOUND", { itemId: id });
      return changed;
    }),
  );
  if (!row) throw itemNotFound(id, collection.id);
  return itemResponse(collection.id, row);
}
