import type { QueryItemsResponse } from "@porchlight/contract/data/items/item";
import { countItems, queryItems } from "@porchlight/contract/data/items/read-endpoints";
import type { CallOptions } from "../../transport.ts";
import { checkCollection, checkOptions } from "../checks.ts";
import { type AnyEndpoint, type DataSender, dataOf, listOf, wireOptions } from "../data-call.ts";
import { check, withErrorMessages } from "../data-errors.ts";
import type { ItemPage } from "../items/item-types.ts";
import {
  type BuilderState,
  builderCalls,
  checkState,
  conditionChanges,
  emptyState,
  filterOf,
  pageChanges,
} from "./conditions.ts";
import { pagingOf, readPage } from "./item-page.ts";
import type { FindOptions } from "./query-types.ts";

export interface QueryState extends BuilderState {
  readonly collection: string;
  readonly fields: readonly string[];
  readonly include: readonly { field: string }[];
  /** The text search. */
  readonly search?: object;
}

/** A new query of a collection; an invalid collection name is reported when it is sent. */
export const queryState = (collection: string): QueryState => ({ ...emptyState, collection, fields: [], include: [] });

/** Methods of a query, plus those of `ends` for its state. */
export const itemQuery = (state: QueryState, ends: (state: QueryState) => object): object => ({
  state,
  ...builderCalls(state, (next) => itemQuery(next, ends), {
    ...conditionChanges(state),
    ...pageChanges,
    fields: (...names: string[]) => ({ fields: [...state.fields, ...names.flat()] }),
    include: (...names: string[]) => ({
      include: [...state.include, ...names.flat().map((field) => ({ field }))],
    }),
  }),
  ...ends(state),
});

/** Validates the builder calls and the final call. */
export function checkEnd(state: BuilderState, name: string, args: readonly unknown[], from = 0, what = "query"): void {
  checkState(state, what);
  checkCollection(state.collection);
  check(args.length >= from && args.length < from + 3, 8, name, from, from + 2, args.length);
  checkOptions(args[from]);
}

/** Reads the items of a query or a search, page by page. */
export function readItems(
  send: DataSender,
  endpoint: AnyEndpoint<QueryItemsResponse>,
  name: "query" | "search",
  { collection, fields, include, conditions, sort, search, limit, skip }: QueryState,
  options?: FindOptions,
  first?: CallOptions,
): Promise<ItemPage<unknown>> {
  const { returnTotalCount, ...requestOptions } = wireOptions(options) as FindOptions;
  return readPage(
    collection,
    async (position, call, isFirst) => {
      // A cursor includes the rest.
      const filterAndSort = position.cursor ? {} : { filter: filterOf(conditions), sort };
      const body = {
        dataCollectionId: collection,
        [name]: { fields, ...pagingOf(position), ...filterAndSort, search },
        includeReferences: include,
        ...requestOptions,
        returnTotalCount: isFirst ? returnTotalCount : undefined,
      };
      const { dataItems, pagingMetadata } = await send(endpoint, body, call);
      return { items: listOf(dataItems).map(dataOf), pagingMetadata };
    },
    { limit, skip },
    first,
  );
}

/** Final methods that need no lazily loaded code. */
export const queryMethods = (send: DataSender) => (state: QueryState) => ({
  find: withErrorMessages((...args: [FindOptions?, CallOptions?]) => {
    checkEnd(state, "find", args);
    return readItems(send, queryItems, "query", state, ...args);
  }),
  count: withErrorMessages(async (...args: [FindOptions?, CallOptions?]) => {
    checkEnd(state, "count", args);
    const [options, call] = args;
    const { collection, conditions } = state;
    const body = { dataCollectionId: collection, filter: filterOf(conditions), ...wireOptions(options) };
    return (await send(countItems, body, call)).totalCount;
  }),
});
