import type { insertItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { transactionWithRetry } from "../../platform/db/transactions.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { noItem, notAllowed } from "../data-errors.ts";
import { accessTo, draftsFor, needAccess } from "../permissions/access.ts";
import { includeInWritten, needIncludes } from "../references/include-references.ts";
import { openReferences, setGiven } from "../references/input-references.ts";
import { newItem } from "./insert-item.ts";
import { idOf } from "./item-data.ts";
import { itemText } from "./item-json-sql.ts";
import { type LockedItem, lockItems } from "./item-locks-store.ts";
import { findTakenIds, insertItems } from "./items-store.ts";
import { keepFixed } from "./readonly-fields.ts";
import { refuseTakenValues, takenValue } from "./unique-values.ts";
import { beginWriting, replaceLocked, whyNot } from "./write-context.ts";

/**
 * Inserts an item, or puts it in the place of the one with its id.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0007`, `WDE0073` when its id is that of an item the caller may not see, `WDE0109`,
 *   `ITEM_INVALID`, `VALUE_TAKEN`; with `saveReferences` what {@link openReferences} and {@link setGiven} say. @throws {InvalidArguments} where the collection is strict.
 */
export async function saveItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof insertItemRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  const mayInsert = accessTo(collection, caller, "insert") !== "none";
  if (!mayInsert || idOf(body.dataItem) === undefined) {
    needAccess(collection, caller, idOf(body.dataItem) === undefined ? "insert" : "update");
  }
  needIncludes(collection, body.includeReferencedItems);
  const item = newItem(context, caller, collection, body.dataItem);
  const references = await openReferences(
    { context, caller, collection },
    body.dataItem.data,
    body.saveReferences,
    draftsFor(caller, body),
  );
  const { row, action } = await refuseTakenValues(context, collection, () =>
    transactionWithRetry(context, async (tx) => {
      const mayUpdate = accessTo(collection, caller, "update") !== "none";
      const writing = await beginWriting(context, caller, collection, mayUpdate ? "update" : "insert", body);
      const replace = async (held: LockedItem) => {
        if (!mayUpdate) throw notAllowed(collection.id);
        const reason = whyNot(writing, item.id, held);
        if (reason) throw reason;
        const fields = keepFixed(collection, caller, held.fields, item.fields);
        await setGiven(tx, writing, item.id, references);
        const [replaced] = await replaceLocked(tx, writing, [{ id: item.id, fields }], item.at);
        return { row: replaced, action: "UPDATED" };
      };
      const [held] = await lockItems(tx, writing.key, [item.id], writing);
      if (held) return replace(held);
      if (!mayInsert) throw noItem(item.id, collection.id);
      keepFixed(collection, caller, undefined, item.fields);
      const [inserted] = await insertItems(tx, writing.key, [item]);
      if (inserted) {
        await setGiven(tx, writing, item.id, references);
        return { row: inserted, action: "INSERTED" };
      }
      const taken = await findTakenIds(tx, writing.key, [item.id]);
      if (!taken.has(item.id)) throw takenValue(undefined);
      // It has come in between, or is one that the caller does not see.
      const [came] = await lockItems(tx, writing.key, [item.id], writing);
      if (came) return replace(came);
      throw noItem(item.id, collection.id);
    }),
  );
  if (!row) throw noItem(item.id, collection.id);
  const whole = await includeInWritten(context, caller, collection, row, body);
  return new RawJson(`{"dataItem":${itemText(collection.id, whole)},"action":"${action}"}`);
}
