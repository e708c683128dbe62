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
import { toFunctions, toWire } from "./hook-values.ts";
import { countItems, getItem, queryItems } from "./hooked-reads.ts";
import { insertItem, removeItem, saveItem, updateItem } from "./hooked-writes.ts";
import type { HookItem, HookItems } from "./site-hooks.ts";

/** Items as hooks work with them: the calls of the API, checked as those are, in the name of a caller. They have hooks of their own. */
export function itemsFor(context: DataContext, caller: Caller, signal: AbortSignal): HookItems {
  /** @param missing What is answered of an item that there is none of. */
  async function ask<Result>(work: () => Promise<Result>, missing?: { value: Result }): Promise<Result> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (missing && error instanceof Refusal && error.code === "WDE0073") return missing.value;
      throw toError(context, error);
    }
  }
  const wired = (body: object) => ({ body: toWire(body) });
  const nothing = { value: undefined };
  return {
    get: (dataCollectionId, dataItemId) =>
      ask(
        async () =>
          itemOf(
            await getItem(
              context,
              { caller },
              validate(getItemRequest, { params: { dataItemId }, query: { dataCollectionId } }),
            ),
          ),
        nothing,
      ),
    query: (dataCollectionId, query = {}) =>
      ask(async () => {
        const { body } = validate(queryItemsByPostRequest, wired({ dataCollectionId, query }));
        const { dataItems } = JSON.parse((await queryItems(context, { caller }, body)).text) as {
          dataItems: WireDataItem[];
        };
        return dataItems.map(({ data }) => toFunctions(data) as HookItem);
      }),
    count: (dataCollectionId, filter = {}) =>
      ask(async () => {
        const request = validate(countItemsRequest, wired({ dataCollectionId, filter }));
        return (await countItems(context, { caller }, request)).totalCount;
      }),
    insert: (dataCollectionId, data) =>
      ask(async () => {
        const request = validate(insertItemRequest, wired({ dataCollectionId, dataItem: { data } }));
        return itemOf(await insertItem(context, { caller }, request));
      }),
    save: (dataCollectionId, data) =>
      ask(async () => {
        const request = validate(insertItemRequest, wired({ dataCollectionId, dataItem: { data } }));
        return itemOf(await saveItem(context, { caller }, request));
      }),
    update: (dataCollectionId, data) =>
      ask(async () => {
        const request = validate(updateItemRequest, wired({ dataCollectionId, dataItem: { id: data?._id, data } }));
        return itemOf(await updateItem(context, { caller }, request));
      }),
    remove: (dataCollectionId, dataItemId) =>
      ask(async () => {
        const request = validate(removeItemRequest, wired({ dataCollectionId, dataItemId }));
        return itemOf(await removeItem(context, { caller }, request));
      }, nothing),
  };
}

const itemOf = (answer: RawJson): HookItem =>
  toFunctions((JSON.parse(answer.text) as { dataItem: WireDataItem }).dataItem.data) as HookItem;

/** What hooks may read of what went wrong, and let go on to who asks: never what a database says. */
function toError(context: DataContext, error: unknown): Error {
  if (error instanceof Refusal) return Object.assign(new Error(error.message), { code: error.code });
  if (error instanceof InvalidArguments) return new Error(error.message);
  const reason = error instanceof Error ? error.message : String(error);
  context.log.warn({ event: "hook-items-failed", reason }, "items that a hook asked for");
  return new Error("It could not be done just now.");
}
