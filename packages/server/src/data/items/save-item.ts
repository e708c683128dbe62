import type { insertItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound, notAllowed } from "../data-errors.ts";
import { accessTo, draftsFor, requireAccess } from "../permissions/access.ts";
import { includeInResponse, validateIncludes } from "../references/include-references.ts";
import { openReferences, setInputReferences } from "../references/input-references.ts";
import { newItem } from "./insert-item.ts";
import { idOf } from "./item-data.ts";
import { serializeItem } from "./item-json-sql.ts";
import { type LockedItem, lockItems } from "./item-locks-store.ts";
import { findTakenIds, insertItems } from "./items-store.ts";
import { enforceReadonlyFields } from "./readonly-fields.ts";
import { rejectTakenValues, valueTaken } from "./unique-values.ts";
import { findWriteError, openWriteContext, replaceLocked } from "./write-context.ts";

/**
 * Inserts an item, or replaces the one with its id.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0007`, `WDE0073` for the id of an item that the caller may not read,
 * `WDE0109`, `ITEM_INVALID`, `VALUE_TAKEN`; with `saveReferences` as {@link openReferences} and
 * {@link setInputReferences}.
 * @throws {InvalidArguments} if the collection is strict.
 */
export async function saveItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof insertItemRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const canInsert = accessTo(collection, caller, "insert") !== "none";
  if (!canInsert || idOf(body.dataItem) === undefined) {
    requireAccess(collection, caller, idOf(body.dataItem) === undefined ? "insert" : "update");
  }
  validateIncludes(collection, body.includeReferencedItems);
  const item = newItem(context, caller, collection, body.dataItem);
  const references = await openReferences(
    { context, caller, collection },
    body.dataItem.data,
    body.saveReferences,
    draftsFor(caller, body),
  );
  const { row, action } = await rejectTakenValues(context, collection, () =>
    withTransactionRetry(context, async (tx) => {
      const canUpdate = accessTo(collection, caller, "update") !== "none";
      const write = await openWriteContext(context, caller, collection, canUpdate ? "update" : "insert", body);
      const replace = async (current: LockedItem) => {
        if (!canUpdate) throw notAllowed(collection.id);
        const reason = findWriteError(write, item.id, current);
        if (reason) throw reason;
        const fields = enforceReadonlyFields(collection, caller, current.fields, item.fields);
        await setInputReferences(tx, write, item.id, references);
        const [replaced] = await replaceLocked(tx, write, [{ id: item.id, fields }], item.at);
        return { row: replaced, action: "UPDATED" };
      };
      const [current] = await lockItems(tx, write.key, [item.id], write);
      if (current) return replace(current);
      if (!canInsert) throw itemNotFound(item.id, collection.id);
      enforceReadonlyFields(collection, caller, undefined, item.fields);
      const [inserted] = await insertItems(tx, write.key, [item]);
      if (inserted) {
        await setInputReferences(tx, write, item.id, references);
        return { row: inserted, action: "INSERTED" };
      }
      const taken = await findTakenIds(tx, write.key, [item.id]);
      if (!taken.has(item.id)) throw valueTaken(undefined);
      // Another request has inserted it, or the caller may not read it.
      const [concurrent] = await lockItems(tx, write.key, [item.id], write);
      if (concurrent) return replace(concurrent);
      throw itemNotFound(item.id, collection.id);
    }),
  );
  if (!row) throw itemNotFound(item.id, collection.id);
  const whole = await includeInResponse(context, caller, collection, row, body);
  return new RawJson(`{"dataItem":${serializeItem(collection.id, whole)},"action":"${action}"}`);
}
