import type { itemByIdRequest, unpublishItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { itemAnswer } from "./item-json-sql.ts";
import { type Publication, publishRow } from "./items-store.ts";
import { refuseTakenValues } from "./unique-values.ts";
import { checkFields } from "./validate-fields.ts";
import { beginWriting, lockForWriting } from "./write-context.ts";

type Known = z.output<typeof itemByIdRequest>;

/**
 * Begins a draft of an item, with what it holds; one that is there stays.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027` for all but editors who may update items, `WDE0073`.
 */
export async function createDraftItem(context: DataContext, { caller }: Requester, { body }: Known): Promise<RawJson> {
  return change(context, caller, body, "draft");
}

/** Makes what a draft holds what everybody reads. @throws {Refusal} as {@link createDraftItem}, and `DRAFT_NOT_FOUND`, `VALUE_TAKEN`. */
export async function publishDraftItem(context: DataContext, { caller }: Requester, { body }: Known): Promise<RawJson> {
  return change(context, caller, body, "publish");
}

/** Takes an item back from everybody. @throws {Refusal} as {@link createDraftItem}. */
export async function unpublishItem(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof unpublishItemRequest>,
): Promise<RawJson> {
  return change(context, caller, body, body.copyToDraft ? "unpublish to draft" : "unpublish");
}

async function change(context: DataContext, caller: Caller, body: Known["body"], how: Publication): Promise<RawJson> {
  const { dataCollectionId, dataItemId: id } = body;
  const collection = await knownCollection(context, caller, dataCollectionId);
  if (!isEditor(caller)) throw notAllowed(collection.id);
  const options = { publishPluginOptions: { includeDraftItems: true } };
  const writing = await beginWriting(context, caller, collection, "update", options);
  const row = await refuseTakenValues(context, collection, () =>
    transactionWithRetry(context, async (tx) => {
      const { fields } = await lockForWriting(tx, writing, id);
      if (how === "publish") checkFields(collection, fields);
      const changed = await publishRow(tx, writing.key, id, how, context.now());
      if (!changed && how === "publish") throw new Refusal("DRAFT_NOT_FOUND", { itemId: id });
      return changed;
    }),
  );
  if (!row) throw noItem(id, collection.id);
  return itemAnswer(collection.id, row);
}
