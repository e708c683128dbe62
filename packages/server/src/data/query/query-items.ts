import type { queryItemsByPostRequest } from "@porchlight/contract/data/items/schema";
import { defaultPageSize, maxSortFields } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { openCursor, pageCursors, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { type Versioned, withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { serializeItem } from "../items/item-json-sql.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, ownItemsMemberId, requireAccess } from "../permissions/access.ts";
import { includeReferences } from "../references/include-references.ts";
import { type QueryScope, resolveField, sortKeyOf } from "./filter/field-expression-sql.ts";
import { countSelected, findItemPage } from "./item-pages-store.ts";
import { cursorScope, type ItemCursor } from "./open-paging.ts";
import { isSystemKey, keyOf, type SortKey } from "./page-sql.ts";
import { fieldNamesIn, openQueryScope } from "./query-scope.ts";
import { jsonList } from "./response-size-sql.ts";
import { runItemQuery } from "./run-item-query.ts";
import { compileSelection } from "./selection/item-selection.ts";

type Params = z.output<typeof queryItemsByPostRequest>["body"];

/** A list of items, identical on all pages. */
export interface ItemListQuery {
  query: NonNullable<Params["query"]>;
  includeReferences: Params["includeReferences"];
  returnTotalCount: Params["returnTotalCount"];
  drafts: boolean;
  search?: ItemCursor["search"];
}

/**
 * One page of the readable items that match a filter. A cursor replaces filter and sort, but not the page size. Default
 * sort: by id.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `CURSOR_INVALID`, and errors of the filter.
 * Source: wire.md, "Data items".
 */
export async function queryItemsWithoutHooks(context: DataContext, caller: Caller, params: Params): Promise<RawJson> {
  const { dataCollectionId, query, includeReferences: includes, returnTotalCount } = params;
  return queryItemList(context, caller, dataCollectionId, {
    query: query ?? {},
    includeReferences: includes,
    returnTotalCount,
    drafts: draftsFor(caller, params),
  });
}

/** One page of a query or a search. @param searchConditions Compiles the conditions of a search. */
export async function queryItemList(
  context: DataContext,
  caller: Caller,
  dataCollectionId: string,
  options: ItemListQuery,
  searchConditions: SearchCompiler = () => [],
): Promise<RawJson> {
  return withCollection(context, caller, dataCollectionId, (collection) =>
    queryPage(context, caller, collection, options, searchConditions),
  );
}

type SearchCompiler = (search: ItemCursor["search"], scope: QueryScope) => RawBuilder<boolean>[];

async function queryPage(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  { query, search, ...options }: ItemListQuery,
  searchConditions: SearchCompiler,
): Promise<Versioned<RawJson>> {
  requireAccess(collection, caller, "read");
  const { cursorPaging, paging } = query;
  const pageScope = cursorScope(context, caller, collection, "items");
  const cursor = cursorPaging?.cursor ? openCursor<ItemCursor>(context, pageScope, cursorPaging.cursor) : undefined;
  const list = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? parseSort(query.sort),
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
    search: cursor ? cursor.search : search,
  };
  const names = [...fieldNamesIn(list.filter), ...list.sort.map(({ fieldName }) => fieldName)];
  const scope = await openQueryScope(context, caller, collection, names, options.drafts);
  const selection = compileSelection(scope, list.filter, list.sort, searchConditions(list.search, scope));
  const { prepared } = selection;
  const key = itemsIn(context, collection);
  const offset = paging?.offset ?? 0;
  const pageQuery = {
    conditions: selection.conditions,
    keys: compileSort(list.sort, scope, prepared !== undefined),
    place: cursor?.place,
    limit: list.limit,
    offset,
    fields: query.fields ?? undefined,
    drafts: options.drafts,
    prepared: prepared && { memberId: ownItemsMemberId(collection, caller, "read"), select: prepared },
  };
  const { page, total } = await runItemQuery(
    context,
    collection,
    { ...list, isServed: selection.isServed && options.returnTotalCount !== true },
    async (db) => ({
      page: await findItemPage(db, key, pageQuery),
      total: options.returnTotalCount ? (await countSelected(db, key, pageQuery)).count : undefined,
    }),
  );
  const items = await includeReferences(
    context,
    caller,
    collection,
    page.items,
    options.includeReferences,
    options.drafts,
  );
  const metadata: PagingMetadata = {
    count: items.length,
    ...(cursorPaging ? {} : { offset }),
    ...(total === undefined ? {} : { total }),
    tooManyToCount: false,
    cursors: pageCursors(page, (place) => sealCursor(context, pageScope, { ...list, place })),
    hasNext: page.next !== undefined,
  };
  const dataItems = jsonList(items.map((item) => serializeItem(collection.id, item)));
  const result = new RawJson(`{"dataItems":${dataItems},"pagingMetadata":${JSON.stringify(metadata)}}`);
  return { version: page.version, result };
}

/** @throws {Refusal} `WDE0051` for more than five fields. */
export function parseSort(
  sort: { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[] | null | undefined,
): ItemCursor["sort"] {
  if (sort && sort.length > maxSortFields) {
    throw refusal("WDE0051", `A sort names at most [${maxSortFields}] fields.`);
  }
  return (sort ?? []).map(({ fieldName, order }) => ({ fieldName, order: order ?? "ASC" }));
}

/**
 * Adds the id as the last key, in the direction of the key before it. Missing values and null sort first, then
 * booleans, numbers, texts, dates, lists and objects.
 *
 * @param isPrepared Whether the statement is prepared, so that it contains the names of fields.
 * @throws {Refusal} `WDE0048`.
 */
export function compileSort(sort: ItemCursor["sort"], scope: QueryScope, isPrepared = false): SortKey[] {
  const last = sort.at(-1)?.order ?? "ASC";
  const seen = new Set<string>();
  return [...sort, { fieldName: "_id", order: last }].flatMap(({ fieldName, order }) => {
    if (seen.has(fieldName)) return [];
    seen.add(fieldName);
    const descending = order === "DESC";
    const system = isSystemKey(fieldName) ? fieldName : undefined;
    const field = resolveField(scope, fieldName);
    // Callers may invent names, and statements with many names would displace others.
    const isKnown = field.kind === "json" && (field.indexed?.order || scope.collection.fields.has(fieldName));
    const storedPath = isPrepared && isKnown ? field.path : undefined;
    return [keyOf({ system, storedPath, descending }) ?? { ...sortKeyOf(field), descending }];
  });
}
