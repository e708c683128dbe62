import type { WireDataItem } from "@porchlight/contract/data/items/item";
import {
  countItemsRequest,
  getItemRequest,
  insertItemRequest,
  queryItemsByPostRequest,
  removeItemRequest,
  updateItemRequest,
} from "@porchlight/contract/data/items/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import { validate } from "../../platform/http/validation.ts";
import type { DataContext } from "../data-context.ts";
import { toHookValue, toWire } from "./hook-values.ts";
import { countItems, getItem, queryItems } from "./hooked-reads.ts";
import { insertItem, removeItem, saveItem, updateItem } from "./hooked-writes.ts";
import type { HookItem, HookItems } from "./site-hooks.ts";

/** The item API for hooks: the operations of the HTTP API with the rights of the caller, including their own hooks. */
export function itemsFor(context: DataContext, caller: Caller, signal: AbortSignal): HookItems {
  /** @param missing The result for a missing item. */
  async function call<Result>(work: () => Promise<Result>, missing?: { value: Result }): Promise<Result> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (missing && error instanceof Refusal && error.code === "WDE0073") return missing.value;
      throw toError(context, error);
    }
  }
  const toBody = (body: object) => ({ body: toWire(body) });
  const notFound = { value: undefined };
  return {
    get: (dataCollectionId, dataItemId) =>
      call(
        async () =>
          toHookItem(
            await getItem(
              context,
              { caller },
              validate(getItemRequest, { params: { dataItemId }, query: { dataCollectionId } }),
            ),
          ),
        notFound,
      ),
    query: (dataCollectionId, query = {}) =>
      call(async () => {
        const { body } = validate(queryItemsByPostRequest, toBody({ dataCollectionId, query }));
        const { text } = await queryItems(context, { caller }, body);
        const { dataItems }: { dataItems: WireDataItem[] } = JSON.parse(text);
        return dataItems.map(({ data }) => toHookValue(data) as HookItem);
      }),
    count: (dataCollectionId, filter = {}) =>
      call(async () => {
        const request = validate(countItemsRequest, toBody({ dataCollectionId, filter }));
        return (await countItems(context, { caller }, request)).totalCount;
      }),
    insert: (dataCollectionId, data) =>
      call(async () => {
        const request = validate(insertItemRequest, toBody({ dataCollectionId, dataItem: { data } }));
        return toHookItem(await insertItem(context, { caller }, request));
      }),
    save: (dataCollectionId, data) =>
      call(async () => {
        const request = validate(insertItemRequest, toBody({ dataCollectionId, dataItem: { data } }));
        return toHookItem(await saveItem(context, { caller }, request));
      }),
    update: (dataCollectionId, data) =>
      call(async () => {
        const request = validate(updateItemRequest, toBody({ dataCollectionId, dataItem: { id: data?._id, data } }));
        return toHookItem(await updateItem(context, { caller }, request));
      }),
    remove: (dataCollectionId, dataItemId) =>
      call(async () => {
        const request = validate(removeItemRequest, toBody({ dataCollectionId, dataItemId }));
        return toHookItem(await removeItem(context, { caller }, request));
      }, notFound),
  };
}

const toHookItem = (response: RawJson): HookItem => toHookValue(JSON.parse(response.text).dataItem.data) as HookItem;

/** An error that hooks may read and pass on: it never contains database messages. */
function toError(context: DataContext, error: unknown): Error {
  if (error instanceof Refusal) return Object.assign(new Error(error.message), { code: error.code });
  if (error instanceof InvalidArguments) return new Error(error.message);
  const reason = error instanceof Error ? error.message : String(error);
  context.log.warn({ event: "hook-items-failed", reason }, "item operation of a hook failed");
  return new Error("The operation failed.");
}
