import type { updateItemRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import type { RawJson } from "../../http/serve.ts";
import { readFields } from "../item-data.ts";
import { knownCollection } from "../known-collection.ts";
import { noItem } from "../refusals.ts";
import { checkFields } from "./check-fields.ts";
import { keepFixed, type WriteMode } from "./fixed-fields.ts";
import { includeReferences } from "./include-references.ts";
import { replaceItems } from "./items-store.ts";
import { itemAnswer } from "./tell-item.ts";
import { refuseTakenValues } from "./unique-values.ts";
import { asItWas, beginWriting, lockForWriting } from "./writes.ts";

/**
 * Puts an item in the place of the one with its id; id, owner and date of creation stay.
 *
 * @param mode How the change comes to be.
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073`, `WDE0109`, `ITEM_INVALID`, `CONDITION_NOT_MET`, `VALUE_TAKEN`.
 * @throws {InvalidArguments} where the collection is strict.
 */
export async function updateItem(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof updateItemRequest>,
  { asOf, byHook }: WriteMode = {},
): Promise<RawJson> {
  const { dataItem } = body;
  const { id } = dataItem;
  const collection = await knownCollection(deps, body.dataCollectionId);
  const begun = await beginWriting(deps, caller, collection, "update", body);
  const writing = asOf === undefined ? begun : asItWas(begun, asOf);
  const given = readFields(collection, dataItem.data);
  const row = await refuseTakenValues(deps, collection, () =>
    deps.db.transaction().execute(async (tx) => {
      const held = await lockForWriting(tx, writing, id);
      const fields = keepFixed(collection, caller, held.fields, given, { byHook });
      checkFields(collection, fields);
      return (await replaceItems(tx, writing.key, [{ id, fields }], deps.now(), writing.writable, writing.drafts))[0];
    }),
  );
  if (!row) throw noItem(id, collection.id);
  const [whole] = await includeReferences(deps, caller, collection, [row], body.includeReferencedItems);
  return itemAnswer(collection.id, whole ?? row);
}
