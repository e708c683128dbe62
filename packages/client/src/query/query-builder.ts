import type { Cursors, PagingMetadata, WireFilter, WireQuery } from "@porchlight/contract/wire/query";
import { PorchlightError } from "../errors.ts";
import { isObject } from "../http/response.ts";
import type { CallOptions } from "../transport.ts";
import { filterOf, mapMethods, type QueryState, queryChanges } from "./query-changes.ts";
import type { CursorPage, CursorQuery, OffsetPage, OffsetQuery } from "./query-types.ts";

/** Sends the body of one query. */
export type SendQuery = (body: object, call?: CallOptions) => Promise<object>;

type QueryResponse = { pagingMetadata?: Partial<PagingMetadata> } & Record<string, unknown>;

/** Source: wire.md, "Generic query builder". */
const initialState: QueryState = { conditions: [], sort: [], limit: 50 };

/**
 * A query with cursor paging.
 *
 * @param key Property of the response that contains the items.
 * @param options Sent with the query.
 */
export function cursorQuery<Item, Fields>(
  sendQuery: SendQuery,
  key: string,
  options?: object,
): CursorQuery<Item, Fields> {
  async function find(
    query: WireQuery,
    limit: number,
    options?: object,
    call?: CallOptions,
  ): Promise<CursorPage<Item>> {
    const response = (await sendQuery({ ...options, query: wireQuery(query) }, call)) as QueryResponse;
    const cursors: Cursors = response.pagingMetadata?.cursors ?? {};
    const turn = (cursor: string | undefined, name: string) => async (later?: CallOptions) =>
      // The cursor includes filter, order and options.
      cursor ? find({ cursorPaging: { cursor, limit } }, limit, {}, later) : noPage(name);
    return {
      ...itemsOf<Item>(response, key, limit),
      cursors,
      hasNext: () => !!cursors.next,
      hasPrev: () => !!cursors.prev,
      next: turn(cursors.next, "next"),
      prev: turn(cursors.prev, "previous"),
    };
  }
  return build(initialState, ({ limit, start: cursor, ...state }, call) =>
    find({ ...filterAndSort(state), cursorPaging: { limit, cursor: cursor as string } }, limit, options, call),
  ) as CursorQuery<Item, Fields>;
}

/** A query with offset paging. Parameters as for {@link cursorQuery}. */
export function offsetQuery<Item, Fields>(
  sendQuery: SendQuery,
  key: string,
  options?: object,
): OffsetQuery<Item, Fields> {
  async function find(state: QueryState, call?: CallOptions): Promise<OffsetPage<Item>> {
    const { limit, start = 0 } = state;
    const offset = start as number;
    const query = wireQuery({ ...filterAndSort(state), paging: { offset, limit } });
    const response = (await sendQuery({ ...options, query }, call)) as QueryResponse;
    const totalCount = response.pagingMetadata?.total ?? 0;
    const hasNext = () => offset + limit < totalCount;
    const hasPrev = () => offset > 0;
    const turn = (to: number, later?: CallOptions) => find({ ...state, start: Math.max(to, 0) }, later);
    return {
      ...itemsOf<Item>(response, key, limit),
      totalCount,
      totalPages: Math.ceil(totalCount / limit),
      currentPage: Math.floor(offset / limit),
      hasNext,
      hasPrev,
      next: async (later) => (hasNext() ? turn(offset + limit, later) : noPage("next")),
      prev: async (later) => (hasPrev() ? turn(offset - limit, later) : noPage("previous")),
    };
  }
  return build(initialState, find) as OffsetQuery<Item, Fields>;
}

/** Serializes a query object; dotted names are renamed segment by segment. */
export function wireQuery({ filter, sort, ...paging }: WireQuery): WireQuery {
  return {
    ...(filter && { filter: renameKeys(filter) as WireFilter }),
    ...(sort?.[0] && { sort: sort.map((step) => ({ ...step, fieldName: rename(step.fieldName) })) }),
    ...paging,
  };
}

/** Whether the first argument of a query call is a query object rather than options. */
export function isQueryObject(value: object | undefined): boolean {
  return !!value && ["filter", "sort", "cursorPaging", "paging"].some((name) => name in value);
}

const rename = (name: string): string => name.replace(/(^|\.)_(?=(id|createdDate|updatedDate)(\.|$))/g, "$1");

function renameKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameKeys);
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, nested]) => [rename(key), renameKeys(nested)]));
}

const filterAndSort = ({ conditions, sort }: Pick<QueryState, "conditions" | "sort">) => ({
  filter: filterOf(conditions),
  sort,
});

function itemsOf<Item>(response: QueryResponse, key: string, pageSize: number) {
  const items = (response[key] ?? []) as Item[];
  return { items, length: items.length, pageSize };
}

function noPage(name: string): never {
  throw new PorchlightError(`No ${name} page to fetch`, { kind: "invalid", code: "NO_PAGE" });
}

/** Every call returns a new query. */
const build = <Page>(state: QueryState, run: (state: QueryState, call?: CallOptions) => Promise<Page>): object => ({
  conditions: state.conditions,
  ...mapMethods(
    queryChanges(state),
    (change) =>
      (...args) =>
        build({ ...state, ...change(...args) }, run),
  ),
  find: (call?: CallOptions) => run(state, call),
});
