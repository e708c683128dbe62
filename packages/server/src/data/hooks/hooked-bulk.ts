import type { WireDataItem } from "@porchlight/contract/data/items/item";
import type { BulkAction } from "@porchlight/contract/data/items/item-values";
import type * as schema from "@porchlight/contract/data/items/schema";
import pMap from "p-map";
import type * as z from "zod";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { bulkPatchItemsWithoutHooks, bulkUpdateItemsWithoutHooks } from "../bulk/bulk-change-items.ts";
import { bulkInsertItemsWithoutHooks } from "../bulk/bulk-insert-items.ts";
import { bulkRemoveItemsWithoutHooks } from "../bulk/bulk-remove-items.ts";
import { bulkSaveItemsWithoutHooks } from "../bulk/bulk-save-items.ts";
import { bulkResponse, type Outcome } from "../bulk/bulk-write.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { idOf, requireItemId } from "../items/item-data.ts";
import { accessTo, requireAccess } from "../permissions/access.ts";
import {
  insertItemWithHooks,
  patchItemWithHooks,
  removeItemWithHooks,
  saveItemWithHooks,
  updateItemWithHooks,
} from "./hooked-writes.ts";
import { openHooks } from "./run-hooks.ts";

/** Bulk writes with hooks. Each item is a write of its own, so that a slow hook holds no locks of other items. */

type BulkItems = z.output<typeof schema.bulkItemsRequest>;
type BulkPatches = z.output<typeof schema.bulkPatchItemsRequest>;
type BulkIds = z.output<typeof schema.bulkRemoveItemsRequest>;

/** Less than the size of the connection pool. */
const maxConcurrentItems = 4;

/** Inserts items and runs the collection's hooks. */
export async function bulkInsertItems(
  context: DataContext,
  { caller }: Requester,
  request: BulkItems,
): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeInsert", "afterInsert"], { many: true });
  if (!run) return bulkInsertItemsWithoutHooks(context, caller, request);
  requireAccess(await requireCollection(context, caller, body.dataCollectionId), caller, "insert");
  const outcomes = await writeEach(
    dataItems,
    () => "INSERT",
    (dataItem) => insertItemWithHooks(context, caller, { body: { ...body, dataItem } }, run),
  );
  return bulkResponse(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkSaveItems(context: DataContext, { caller }: Requester, request: BulkItems): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const hooks = ["beforeInsert", "afterInsert", "beforeUpdate", "afterUpdate"] as const;
  const run = await openHooks(context, caller, body, hooks, { many: true });
  if (!run) return bulkSaveItemsWithoutHooks(context, caller, request);
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  if (accessTo(collection, caller, "insert") === "none") requireAccess(collection, caller, "update");
  const outcomes = await writeEach(
    dataItems,
    (result) => (result === undefined ? "UNKNOWN_ACTION_TYPE" : result.action === "UPDATED" ? "UPDATE" : "INSERT"),
    (dataItem) => saveItemWithHooks(context, caller, { body: { ...body, dataItem } }, run),
  );
  return bulkResponse(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkUpdateItems(
  context: DataContext,
  { caller }: Requester,
  request: BulkItems,
): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeUpdate", "afterUpdate"], { many: true });
  if (!run) return bulkUpdateItemsWithoutHooks(context, caller, request);
  requireAccess(await requireCollection(context, caller, body.dataCollectionId), caller, "update");
  const outcomes = await writeEach(
    dataItems,
    () => "UPDATE",
    async (dataItem) => {
      const id = idOf(dataItem);
      if (id === undefined) throw refusal("WDE0007", "An update needs the item's _id, as a text.");
      return updateItemWithHooks(context, caller, { body: { ...body, dataItem: { id, data: dataItem.data } } }, run);
    },
  );
  return bulkResponse(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkPatchItems(
  context: DataContext,
  { caller }: Requester,
  request: BulkPatches,
): Promise<RawJson> {
  const { patches, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeUpdate", "afterUpdate"], { many: true });
  if (!run) return bulkPatchItemsWithoutHooks(context, caller, request);
  requireAccess(await requireCollection(context, caller, body.dataCollectionId), caller, "update");
  const outcomes = await writeEach(
    patches,
    () => "PATCH",
    (patch) => {
      requireItemId(patch.dataItemId);
      return patchItemWithHooks(context, caller, { body: { ...body, patch } }, run);
    },
  );
  return bulkResponse(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkRemoveItems(context: DataContext, { caller }: Requester, request: BulkIds): Promise<RawJson> {
  const { dataItemIds, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeRemove", "afterRemove"], { many: true });
  if (!run) return bulkRemoveItemsWithoutHooks(context, caller, request);
  requireAccess(await requireCollection(context, caller, body.dataCollectionId), caller, "remove");
  const outcomes = await writeEach(
    dataItemIds.map((dataItemId) => ({ dataItemId })),
    () => "DELETE",
    ({ dataItemId }) => {
      requireItemId(dataItemId);
      return removeItemWithHooks(context, caller, { body: { ...body, dataItemId } }, run);
    },
  );
  return bulkResponse(body.dataCollectionId, outcomes, false);
}

interface WrittenItem {
  dataItem: WireDataItem;
  action?: string;
}

/** Writes of the same item run one after another. */
async function writeEach<Part extends { id?: string | null | undefined; dataItemId?: string }>(
  parts: readonly Part[],
  actionOf: (result: WrittenItem | undefined) => BulkAction,
  write: (part: Part) => Promise<RawJson>,
): Promise<Outcome[]> {
  const idOfPart = (part: Part) => part.dataItemId ?? part.id ?? undefined;
  const writePart = async (part: Part): Promise<Outcome> => {
    try {
      const result: WrittenItem = JSON.parse((await write(part)).text);
      const { id, data } = result.dataItem;
      return { id, action: actionOf(result), item: { id, json: JSON.stringify(data) } };
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
      return { id: idOfPart(part), action: actionOf(undefined), error };
    }
  };
  const outcomes = new Map<Part, Outcome>();
  const writeGroup = async (group: Part[]) => {
    for (const part of group) outcomes.set(part, await writePart(part));
  };
  const groups = Map.groupBy(parts, (part) => idOfPart(part) ?? part);
  await pMap(groups.values(), writeGroup, { concurrency: maxConcurrentItems });
  return parts.map((part) => outcomes.get(part)!);
}
