import type { WireDataItem } from "@porchlight/contract/data/items/item";
import {
  type countItemsRequest,
  type getItemRequest,
  queryItemsByPostRequest,
  searchItemsRequest,
} from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import { mapConcurrently } from "../../platform/concurrency/map-concurrently.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { validate } from "../../platform/http/validation.ts";
import type { Collection } from "../collections/collection.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { getItemWithoutHooks } from "../items/get-item.ts";
import { elementsOf, findMembers, withMembers } from "../items/json-members.ts";
import { needAccess } from "../permissions/access.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";
import { countItemsWithoutHooks } from "../query/count-items.ts";
import { queryItemsWithoutHooks } from "../query/query-items.ts";
import { listOf, needRoomInAnswer } from "../query/response-size-sql.ts";
import { searchItemsWithoutHooks } from "../query/search-items.ts";
import { failedHook } from "./hook-failure.ts";
import { itemsAtOnce, throughQueryHook } from "./query-hooks.ts";
import { type HookRun, openHooks } from "./run-hooks.ts";

/** The calls that read, with the hooks around them. What a hook makes of a query is asked with the rights of who asks. */

type Get = z.output<typeof getItemRequest>;
type Query = z.output<typeof queryItemsByPostRequest>["body"];
type Search = z.output<typeof searchItemsRequest>;
type Count = z.output<typeof countItemsRequest>;

export async function getItem(context: DataContext, { caller }: Requester, request: Get): Promise<RawJson> {
  const run = await openHooks(context, caller, request.query, ["beforeGet", "afterGet"]);
  if (!run) return getItemWithoutHooks(context, caller, request);
  const collection = await requireReadAccess(context, caller, request.query.dataCollectionId);
  const dataItemId = await run.run("beforeGet", request.params.dataItemId);
  const answer = await getItemWithoutHooks(context, caller, { ...request, params: { dataItemId } });
  if (!run.has("afterGet")) return answer;
  const { dataItem } = JSON.parse(answer.text) as { dataItem: WireDataItem };
  return new RawJson(JSON.stringify({ dataItem: await applyReadHook(collection, run, "afterGet", dataItem) }));
}

export async function queryItems(context: DataContext, { caller }: Requester, params: Query): Promise<RawJson> {
  const run = await openHooks(context, caller, params, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return queryItemsWithoutHooks(context, caller, params);
  const collection = await requireReadAccess(context, caller, params.dataCollectionId);
  const asked = await throughQueryHook(params.dataCollectionId, run, params.query ?? {}, (made) =>
    validate(queryItemsByPostRequest, { body: { ...params, query: made } }),
  );
  return applyAfterQuery(await queryItemsWithoutHooks(context, caller, asked?.body ?? params), collection, run);
}

/** The same hooks as a query has. */
export async function searchItems(context: DataContext, { caller }: Requester, request: Search): Promise<RawJson> {
  const { body } = request;
  const run = await openHooks(context, caller, body, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return searchItemsWithoutHooks(context, caller, request);
  const collection = await requireReadAccess(context, caller, body.dataCollectionId);
  const asked = await throughQueryHook(body.dataCollectionId, run, body.search, (made) =>
    validate(searchItemsRequest, { body: { ...body, search: { search: body.search.search, ...made } } }),
  );
  return applyAfterQuery(await searchItemsWithoutHooks(context, caller, asked ?? request), collection, run);
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
  const asked = await run.run("beforeCount", { filter: body.filter ?? {} });
  const filter: unknown = asked.filter ?? {};
  if (typeof filter !== "object" || Array.isArray(filter)) {
    throw failedHook("beforeCount", body.dataCollectionId, "returned a filter that is no object");
  }
  const { totalCount } = await countItemsWithoutHooks(context, caller, {
    body: { ...body, filter: filter as Record<string, unknown> },
  });
  return { totalCount: await run.run("afterCount", totalCount) };
}

/** Hooks are nothing for who may not read: what they refuse, and how long they take, would tell of it. */
async function requireReadAccess(context: DataContext, caller: Caller, collectionId: string): Promise<Collection> {
  const collection = await knownCollection(context, caller, collectionId);
  needAccess(collection, caller, "read");
  return collection;
}

async function applyAfterQuery(answer: RawJson, collection: Collection, run: HookRun): Promise<RawJson> {
  if (!run.has("afterQuery")) return answer;
  const found = findMembers(answer.text, new Set(["dataItems"]));
  // Of many large items, those alone are more than text that hooks are at.
  const items = elementsOf(answer.text, found.get("dataItems")!);
  let length = 0;
  const told = await mapConcurrently(items, itemsAtOnce, async (item) => {
    const text = JSON.stringify(await applyReadHook(collection, run, "afterQuery", JSON.parse(item) as WireDataItem));
    length += text.length;
    needRoomInAnswer(length);
    return text;
  });
  return new RawJson(withMembers(answer.text, found, new Map([["dataItems", listOf(told)]])));
}

/** A hook that fails refuses the read: what it would have hidden is told to nobody. */
const applyReadHook = async (
  collection: Collection,
  run: HookRun,
  hook: "afterGet" | "afterQuery",
  item: WireDataItem,
): Promise<WireDataItem> => ({
  ...item,
  data: withoutHidden(collection, await run.run(hook, item.data)),
});
