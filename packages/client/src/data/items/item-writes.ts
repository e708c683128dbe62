import * as endpoints from "@porchlight/contract/data/items/endpoints";
import type { CallOptions } from "../../transport.ts";
import { checkItemId, isRecord, startRequest as startOfCall } from "../checks.ts";
import { type DataSender, dataOf, nullIfNotFound } from "../data-call.ts";
import { check, isString } from "../data-errors.ts";
import { toWireFilter } from "../query/query-objects.ts";
import type { FieldChange } from "../query/query-types.ts";
import { checkItemIds, checkItems, toBulkResult } from "./bulk-result.ts";
import { modificationsOf } from "./item-patch.ts";

type Item = Record<string, unknown>;
type Rest = [options?: object, call?: CallOptions];

const overrideFlags = "suppressAuth,suppressHooks,overrideExisting";
const bulkFlags = "suppressAuth,suppressHooks,showDrafts";

/** The common start of a request, plus the condition on the current item. */
function startOf(...args: Parameters<typeof startOfCall>): Record<string, unknown> {
  const { condition, ...request } = startOfCall(...args);
  return condition ? { ...request, condition: { filter: toWireFilter(condition, 56, args[0]) } } : request;
}

/** Write calls on items. Source: wire.md, "Data items". */
export function writeCalls(send: DataSender) {
  const write =
    (endpoint: typeof endpoints.insertItem, isUpdate?: boolean) =>
    async (collection: string, data: Item, ...[options, call]: Rest) => {
      const { includeReferences, ...request } = startOf(collection, options);
      check(isRecord(data), 4, data, collection);
      check(isString(data._id ?? (isUpdate ? 0 : "")), 7);
      const dataItem = { id: data._id ?? undefined, data };
      const body = { ...request, dataItem, includeReferencedItems: includeReferences };
      return dataOf((await send(endpoint, body, call)).dataItem);
    };
  const byId =
    (endpoint: typeof endpoints.publishDraftItem, flags?: string) =>
    async (collection: string, dataItemId: string, ...[options, call]: Rest) => {
      const request = startOf(collection, options, flags);
      checkItemId(dataItemId);
      return dataOf((await send(endpoint, { ...request, dataItemId }, call)).dataItem);
    };
  const remove = byId(endpoints.removeItem);
  const sendMany = async (
    endpoint: unknown,
    input: readonly unknown[],
    body: object,
    call: CallOptions | undefined,
    skipCode?: string,
  ) => toBulkResult((await send(endpoint as typeof endpoints.bulkInsertItems, body, call)).results, input, skipCode);
  const writeMany =
    (endpoint: typeof endpoints.bulkInsertItems, flags: string, skipCode?: string) =>
    async (collection: string, many: readonly Item[], ...[options, call]: Rest) => {
      const { overrideExisting, ...request } = startOf(collection, options, flags);
      checkItems(many, collection);
      const body = { ...request, dataItems: many.map((data) => ({ id: data._id ?? undefined, data })) };
      return overrideExisting
        ? sendMany(endpoints.bulkSaveItems, many, body, call)
        : sendMany(endpoint, many, body, call, skipCode);
    };
  return {
    insert: write(endpoints.insertItem),
    save: write(endpoints.saveItem),
    update: write(endpoints.updateItem as typeof endpoints.insertItem, true),
    remove: (...args: Parameters<typeof remove>) => remove(...args).catch(nullIfNotFound),
    async patch(collection: string, dataItemId: string, changes: readonly FieldChange[], ...[options, call]: Rest) {
      const request = startOf(collection, options);
      checkItemId(dataItemId);
      const patch = { dataItemId, fieldModifications: modificationsOf(changes) };
      return dataOf((await send(endpoints.patchItem, { ...request, patch }, call)).dataItem);
    },
    createDataItemDraft: byId(endpoints.createDraftItem),
    publishDataItemDraft: byId(endpoints.publishDraftItem),
    unpublishDataItem: byId(endpoints.unpublishItem, "suppressAuth,suppressHooks,copyToDraft"),

    bulkInsert: writeMany(endpoints.bulkInsertItems, overrideFlags, "WDE0074"),
    bulkSave: writeMany(endpoints.bulkSaveItems, overrideFlags),
    bulkUpdate: writeMany(endpoints.bulkUpdateItems, bulkFlags, "WDE0073"),
    async bulkRemove(collection: string, dataItemIds: readonly string[], ...[options, call]: Rest) {
      const request = startOf(collection, options, bulkFlags);
      checkItemIds(dataItemIds, collection, 69);
      return sendMany(endpoints.bulkRemoveItems, dataItemIds, { ...request, dataItemIds }, call, "WDE0073");
    },
    async bulkPatch(
      collection: string,
      ids: readonly string[],
      changes: readonly FieldChange[],
      ...[options, call]: Rest
    ) {
      const request = startOf(collection, options);
      checkItemIds(ids, collection, 6);
      const fieldModifications = modificationsOf(changes);
      const body = { ...request, patches: ids.map((dataItemId) => ({ dataItemId, fieldModifications })) };
      return sendMany(endpoints.bulkPatchItems, ids, body, call, "WDE0073");
    },
    async truncate(collection: string, ...[options, call]: Rest) {
      await send(endpoints.truncateCollection, startOf(collection, options), call);
    },
  };
}
