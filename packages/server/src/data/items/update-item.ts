import type { updateItemRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { withConflictRetry, withTransactionRetry } from "../../platform/db/transactions.ts";
import { identityOf } from "../../platform/events/events-store.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import { isRejection, tryPart } from "../bulk/bulk-write.ts";
import { findVersion } from "../collections/collections-store.ts";
import { requireCollection, withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound } from "../data-errors.ts";
import { accessTo, draftsFor } from "../permissions/access.ts";
import { includeInResponse, validateIncludes } from "../references/include-references.ts";
import { openReferences, setInputReferences } from "../references/input-references.ts";
import { parseFields } from "./item-data.ts";
import { itemResponse } from "./item-json-sql.ts";
import { itemsIn, replaceOneItem } from "./items-store.ts";
import { enforceReadonlyFields, isUnrestricted, type WriteMode } from "./readonly-fields.ts";
import { rejectTakenValues } from "./unique-values.ts";
import { validateFields } from "./validate-fields.ts";
import { lockForWrite, openWriteContext, replaceLocked, withExpectedUpdatedDate } from "./write-context.ts";

type Update = z.output<typeof updateItemRequest>["body"];

/**
 * Replaces the fields of an item; id, owner and creation date stay.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0073`, `WDE0109`, `ITEM_INVALID`, `CONDITION_NOT_MET`, `VALUE_TAKEN`;
 * with `saveReferences` as {@link openReferences} and {@link setInputReferences}.
 * @throws {InvalidArguments} if the collection is strict.
 */
export async function updateItemWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof updateItemRequest>,
  { expectedUpdatedDate, byHook }: WriteMode = {},
): Promise<RawJson> {
  const { dataItem } = body;
  const { id } = dataItem;
  const updated = expectedUpdatedDate === undefined ? await updateInOneStatement(context, caller, body) : undefined;
  if (updated) return updated;
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const opened = await openWriteContext(context, caller, collection, "update", body);
  const write = expectedUpdatedDate === undefined ? opened : withExpectedUpdatedDate(opened, expectedUpdatedDate);
  validateIncludes(collection, body.includeReferencedItems);
  const input = parseFields(collection, dataItem.data);
  const references = await openReferences(write, dataItem.data, body.saveReferences, draftsFor(caller, body));
  const row = await rejectTakenValues(context, collection, () =>
    withTransactionRetry(context, async (tx) => {
      const current = await lockForWrite(tx, write, id);
      const fields = enforceReadonlyFields(collection, caller, current.fields, input, { byHook });
      validateFields(collection, fields);
      await setInputReferences(tx, write, id, references, { byHook });
      return (await replaceLocked(tx, write, [{ id, fields }]))[0];
    }),
  );
  if (!row) throw itemNotFound(id, collection.id);
  return itemResponse(collection.id, await includeInResponse(context, caller, collection, row, body));
}

/**
 * Updates in one statement if the write does not depend on the current fields.
 *
 * @returns `undefined` if it does, or if no row matched: finding the reason takes more statements.
 */
async function updateInOneStatement(
  context: DataContext,
  caller: Caller,
  { dataCollectionId, dataItem: { id, data }, ...options }: Update,
): Promise<RawJson | undefined> {
  if (options.condition || options.saveReferences) return undefined;
  const { collection, row } = await withCollection(context, caller, dataCollectionId, async (collection) => {
    const { version } = collection;
    const [readAccess, updateAccess] = (["read", "update"] as const).map((action) =>
      accessTo(collection, caller, action),
    );
    const fields = tryPart(() => {
      validateIncludes(collection, options.includeReferencedItems);
      const input = parseFields(collection, data);
      validateFields(collection, input);
      return input;
    });
    if (!isUnrestricted(collection) || readAccess === "none" || updateAccess === "none" || isRejection(fields))
      return { version, result: { collection, row: undefined } };
    const item = {
      ...itemsIn(context, collection),
      id,
      at: context.now(),
      data: JSON.stringify(fields),
      identity: JSON.stringify(identityOf(caller)),
      memberId: caller.kind === "member" ? caller.memberId : null,
      version,
    };
    const isOwn = readAccess === "own" || updateAccess === "own";
    const replaceOptions = { drafts: draftsFor(caller, options), published: !isEditor(caller), isOwn };
    const row = await rejectTakenValues(context, collection, () =>
      withConflictRetry(() => replaceOneItem(context.db, item, replaceOptions)),
    );
    // No row: either the collection has changed, or there is no such item.
    const found = row ? version : await findVersion(context.db, context.site.id, collection.id);
    return { version: found, result: { collection, row } };
  });
  if (!row) return undefined;
  return itemResponse(collection.id, await includeInResponse(context, caller, collection, row, options));
}
