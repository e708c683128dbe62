import type { WireDataItem } from "@porchlight/contract/data/items/item";
import {
  type countItemsRequest,
  type getItemRequest,
  queryItemsByPostRequest,
  searchItemsRequest,
} from "@porchlight/contract/data/items/schema";
import pMap from "p-map";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { validate } from "../../platform/http/validation.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { getItemWithoutHooks } from "../items/get-item.ts";
import { elementsOf, findMembers, withMembers } from "../items/json-members.ts";
import { requireAccess } from "../permissions/access.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { countItemsWithoutHooks } from "../query/count-items.ts";
import { queryItemsWithoutHooks } from "../query/query-items.ts";
import { jsonList, requireResponseSize } from "../query/response-size-sql.ts";
import { searchItemsWithoutHooks } from "../query/search-items.ts";
import { hookFailure } from "./hook-failure.ts";
import { applyBeforeQuery, maxConcurrentItems } from "./query-hooks.ts";
import { type HookRun, openHooks } from "./run-hooks.ts";

/** Reads with hooks. A query changed by a hook runs with the rights of the caller. */

type Get = z.output<typeof getItemRequest>;
type Query = z.output<typeof queryItemsByPostRequest>["body"];
type Search = z.output<typeof searchItemsRequest>;
type Count = z.output<typeof countItemsRequest>;

export async function getItem(context: DataContext, { caller }: Requester, request: Get): Promise<RawJson> {
  const run = await openHooks(context, caller, request.query, ["beforeGet", "afterGet"]);
  if (!run) return getItemWithoutHooks(context, caller, request);
  const collection = await requireReadAccess(context, caller, request.query.dataCollectionId);
  const dataItemId = await run.run("beforeGet", request.params.dataItemId);
  const response = await getItemWithoutHooks(context, caller, { ...request, params: { dataItemId } });
  if (!run.has("afterGet")) return response;
  const { dataItem }: { dataItem: WireDataItem } = JSON.parse(response.text);
  return new RawJson(JSON.stringify({ dataItem: await applyReadHook(collection, run, "afterGet", dataItem) }));
}

export async function queryItems(context: DataContext, { caller }: Requester, params: Query): Promise<RawJson> {
  const run = await openHooks(context, caller, params, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return queryItemsWithoutHooks(context, caller, params);
  const collection = await requireReadAccess(context, caller, params.dataCollectionId);
  const changedRequest = await applyBeforeQuery(params.dataCollectionId, run, params.query ?? {}, (changed) =>
    validate(queryItemsByPostRequest, { body: { ...params, query: changed } }),
  );
  return applyAfterQueryToResponse(
    await queryItemsWithoutHooks(context, caller, changedRequest?.body ?? params),
    collection,
    run,
  );
}

export async function searchItems(context: DataContext, { caller }: Requester, request: Search): Promise<RawJson> {
  const { body } = request;
  const run = await openHooks(context, caller, body, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return searchItemsWithoutHooks(context, caller, request);
  const collection = await requireReadAccess(context, caller, body.dataCollectionId);
  const changedRequest = await applyBeforeQuery(body.dataCollectionId, run, body.search, (changed) =>
    validate(searchItemsRequest, { body: { ...body, search: { search: body.search.search, ...changed } } }),
  );
  return applyAfterQueryToResponse(
    await searchItemsWithoutHooks(context, caller, changedRequest ?? request),
    collection,
    run,
  );
}

/** Counts items and runs the collection's hooks. */
export async function countItems(
  context: DataContext,
  { caller }: Requester,
  request: Count,
): Promise<{ totalCount: number }> {
  const { body } = request;
  const run = await openHooks(context, caller, body, ["beforeCount", "afterCount"]);
  if (!run) return countItemsWithoutHooks(context, caller, request);
  await requireReadAccess(context, caller, body.dataCollectionId);
  const changedRequest = await run.run("beforeCount", { filter: body.filter ?? {} });
  const filter: unknown = changedRequest.filter ?? {};
  if (typeof filter !== "object" || Array.isArray(filter)) {
    throw hookFailure("beforeCount", body.dataCollectionId, "returned a filter that is not an object");
  }
  const { totalCount } = await countItemsWithoutHooks(context, caller, {
    body: { ...body, filter: filter as Record<string, unknown> },
  });
  return { totalCount: await run.run("afterCount", totalCount) };
}

/** Hooks only run for callers with read access: errors and timing would reveal data. */
async function requireReadAccess(context: DataContext, caller: Caller, collectionId: string): Promise<Collection> {
  const collection = await requireCollection(context, caller, collectionId);
  requireAccess(collection, caller, "read");
  return collection;
}

async function applyAfterQueryToResponse(response: RawJson, collection: Collection, run: HookRun): Promise<RawJson> {
  if (!run.has("afterQuery")) return response;
  const found = findMembers(response.text, new Set(["dataItems"]));
  // Only the items whose hooks are running are parsed, to save memory.
  const items = elementsOf(response.text, found.get("dataItems")!);
  let length = 0;
  const applyHook = async (item: string) => {
    const text = JSON.stringify(await applyReadHook(collection, run, "afterQuery", JSON.parse(item)));
    length += text.length;
    requireResponseSize(length);
    return text;
  };
  const dataItems = await pMap(items, applyHook, { concurrency: maxConcurrentItems });
  return new RawJson(withMembers(response.text, found, new Map([["dataItems", jsonList(dataItems)]])));
}

/** A failing hook rejects the read, since it might have removed data. */
const applyReadHook = async (
  collection: Collection,
  run: HookRun,
  hook: "afterGet" | "afterQuery",
  item: WireDataItem,
): Promise<WireDataItem> => ({
  ...item,
  data: withoutHidden(collection, await run.run(hook, item.data)),
});
