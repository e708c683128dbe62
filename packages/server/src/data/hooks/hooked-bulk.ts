import type { WireDataItem } from "@porchlight/contract/data/items/item";
import type { BulkAction } from "@porchlight/contract/data/items/item-values";
import type * as schema from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import { mapConcurrently } from "../../platform/concurrency/map-concurrently.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { bulkPatchItemsWithoutHooks, bulkUpdateItemsWithoutHooks } from "../bulk/bulk-change-items.ts";
import { bulkInsertItemsWithoutHooks } from "../bulk/bulk-insert-items.ts";
import { bulkRemoveItemsWithoutHooks } from "../bulk/bulk-remove-items.ts";
import { bulkSaveItemsWithoutHooks } from "../bulk/bulk-save-items.ts";
import { bulkAnswer, type Outcome } from "../bulk/bulk-write.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { idOf } from "../items/item-data.ts";
import { accessTo, needAccess } from "../permissions/access.ts";
import {
  insertItemWithHooks,
  patchItemWithHooks,
  removeItemWithHooks,
  saveItemWithHooks,
  updateItemWithHooks,
} from "./hooked-writes.ts";
import { openHooks } from "./run-hooks.ts";

/** The calls that change many items. With hooks each item is a call of its own: what waits for a hook keeps no other. */

type Many = z.output<typeof schema.bulkItemsRequest>;
type ManyPatches = z.output<typeof schema.bulkPatchItemsRequest>;
type ManyIds = z.output<typeof schema.bulkRemoveItemsRequest>;

/** Fewer than a process has connections. */
const atOnce = 4;

/** Inserts items and runs the collection's hooks. */
export async function bulkInsertItems(context: DataContext, { caller }: Requester, request: Many): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeInsert", "afterInsert"], { many: true });
  if (!run) return bulkInsertItemsWithoutHooks(context, caller, request);
  needAccess(await knownCollection(context, caller, body.dataCollectionId), caller, "insert");
  const outcomes = await each(
    dataItems,
    () => "INSERT",
    (dataItem) => insertItemWithHooks(context, caller, { body: { ...body, dataItem } }, run),
  );
  return bulkAnswer(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkSaveItems(context: DataContext, { caller }: Requester, request: Many): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const hooks = ["beforeInsert", "afterInsert", "beforeUpdate", "afterUpdate"] as const;
  const run = await openHooks(context, caller, body, hooks, { many: true });
  if (!run) return bulkSaveItemsWithoutHooks(context, caller, request);
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  if (accessTo(collection, caller, "insert") === "none") needAccess(collection, caller, "update");
  const outcomes = await each(
    dataItems,
    (answer) => (answer === undefined ? "UNKNOWN_ACTION_TYPE" : answer.action === "UPDATED" ? "UPDATE" : "INSERT"),
    (dataItem) => saveItemWithHooks(context, caller, { body: { ...body, dataItem } }, run),
  );
  return bulkAnswer(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkUpdateItems(context: DataContext, { caller }: Requester, request: Many): Promise<RawJson> {
  const { dataItems, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeUpdate", "afterUpdate"], { many: true });
  if (!run) return bulkUpdateItemsWithoutHooks(context, caller, request);
  needAccess(await knownCollection(context, caller, body.dataCollectionId), caller, "update");
  const outcomes = await each(
    dataItems,
    () => "UPDATE",
    async (given) => {
      const id = idOf(given);
      if (id === undefined) throw refusal("WDE0007", "An update needs the item's _id, as a text.");
      return updateItemWithHooks(context, caller, { body: { ...body, dataItem: { id, data: given.data } } }, run);
    },
  );
  return bulkAnswer(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkPatchItems(
  context: DataContext,
  { caller }: Requester,
  request: ManyPatches,
): Promise<RawJson> {
  const { patches, returnEntity, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeUpdate", "afterUpdate"], { many: true });
  if (!run) return bulkPatchItemsWithoutHooks(context, caller, request);
  needAccess(await knownCollection(context, caller, body.dataCollectionId), caller, "update");
  const outcomes = await each(
    patches,
    () => "PATCH",
    (patch) => patchItemWithHooks(context, caller, { body: { ...body, patch } }, run),
  );
  return bulkAnswer(body.dataCollectionId, outcomes, returnEntity);
}

export async function bulkRemoveItems(context: DataContext, { caller }: Requester, request: ManyIds): Promise<RawJson> {
  const { dataItemIds, ...body } = request.body;
  const run = await openHooks(context, caller, body, ["beforeRemove", "afterRemove"], { many: true });
  if (!run) return bulkRemoveItemsWithoutHooks(context, caller, request);
  needAccess(await knownCollection(context, caller, body.dataCollectionId), caller, "remove");
  const outcomes = await each(
    dataItemIds.map((dataItemId) => ({ dataItemId })),
    () => "DELETE",
    ({ dataItemId }) => removeItemWithHooks(context, caller, { body: { ...body, dataItemId } }, run),
  );
  return bulkAnswer(body.dataCollectionId, outcomes, false);
}

interface WrittenItem {
  dataItem: WireDataItem;
  action?: string;
}

/** Parts of one item come one after the other. */
async function each<Part extends { id?: string | null | undefined; dataItemId?: string }>(
  parts: readonly Part[],
  actionOf: (answer: WrittenItem | undefined) => BulkAction,
  work: (part: Part) => Promise<RawJson>,
): Promise<Outcome[]> {
  const keyOf = (part: Part) => part.dataItemId ?? part.id ?? undefined;
  return mapConcurrently(
    parts,
    atOnce,
    async (part): Promise<Outcome> => {
      try {
        const answer = JSON.parse((await work(part)).text) as WrittenItem;
        const { id, data } = answer.dataItem;
        return { id, action: actionOf(answer), item: { id, json: JSON.stringify(data) } };
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
        return { id: keyOf(part), action: actionOf(undefined), error };
      }
    },
    keyOf,
  );
}
