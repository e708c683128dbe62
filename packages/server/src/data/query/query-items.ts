import type { queryItemsByPostRequest } from "@porchlight/contract/data/items/schema";
import { defaultPageSize, maxSortFields } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { type Versioned, withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { refusal } from "../data-errors.ts";
import { itemText } from "../items/item-json-sql.ts";
import { countItems, itemsIn } from "../items/items-store.ts";
import { draftsFor, needAccess, ownAlone } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { includeReferences } from "../references/include-references.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { all } from "./filter/conditions-sql.ts";
import { placeOf, type Scope, sortKeyOf } from "./filter/field-expression-sql.ts";
import { type ItemCursor, readItemCursor, writeItemCursor } from "./item-cursor.ts";
import { findItemPage } from "./item-pages-store.ts";
import { isSystemKey, keyOf, type SortKey } from "./page-sql.ts";
import { namesIn, openScope } from "./query-scope.ts";
import { askedValue, isIndexed } from "./requested-value.ts";
import { listOf } from "./response-size-sql.ts";
import { askItems } from "./run-with-time-limit.ts";

type Params = z.output<typeof queryItemsByPostRequest>["body"];

/** A list of items, as it goes on from page to page. */
export interface ListQuestion {
  query: NonNullable<Params["query"]>;
  includeReferences: Params["includeReferences"];
  returnTotalCount: Params["returnTotalCount"];
  drafts: boolean;
  search?: ItemCursor["search"];
}

/**
 * One page of the items that a filter leaves, of those the caller may read. With a cursor, filter and sort are the cursor's; the page
 * size may be given anew. Without a sort, by id.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `CURSOR_INVALID`, and what is wrong with the filter.
 * Source: wire.md, "Data items".
 */
export async function queryItemsWithoutHooks(context: DataContext, caller: Caller, params: Params): Promise<RawJson> {
  const { dataCollectionId, query, includeReferences: include, returnTotalCount } = params;
  return tellList(context, caller, dataCollectionId, {
    query: query ?? {},
    includeReferences: include,
    returnTotalCount,
    drafts: draftsFor(caller, params),
  });
}

/** One page of a list that is queried or searched. @param narrowed Further conditions, for the words of a search. */
export async function tellList(
  context: DataContext,
  caller: Caller,
  dataCollectionId: string,
  question: ListQuestion,
  narrowed: Narrowing = () => [],
): Promise<RawJson> {
  return withCollection(context, caller, dataCollectionId, (collection) =>
    tellPage(context, caller, collection, question, narrowed),
  );
}

const always =
  <Value>(value: Value) =>
  () =>
    value;

type Narrowing = (search: ItemCursor["search"], scope: Scope) => RawBuilder<boolean>[];

async function tellPage(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  { query, search, ...question }: ListQuestion,
  narrowed: Narrowing,
): Promise<Versioned<RawJson>> {
  needAccess(collection, caller, "read");
  const { cursorPaging, paging } = query;
  const cursor = cursorPaging?.cursor ? readItemCursor(context, caller, collection, cursorPaging.cursor) : undefined;
  const list = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? readSort(query.sort),
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
    search: cursor ? cursor.search : search,
  };
  const names = [...namesIn(list.filter), ...list.sort.map(({ fieldName }) => fieldName)];
  const scope = await openScope(context, caller, collection, names, question.drafts);
  const compile = () =>
    all([
      mayOn(collection, caller, "read", scope.alias, question.drafts),
      ...(Object.keys(list.filter).length > 0 ? [compileFilter(list.filter, scope)] : []),
      ...narrowed(list.search, scope),
    ]);
  const having = list.search ? undefined : askedValue(scope, list.filter, list.sort);
  const isEverything = having !== undefined || (Object.keys(list.filter).length === 0 && list.search === undefined);
  // What is wrong with a filter is said before anything is asked.
  const wanted = isEverything ? compile : always(compile());
  const key = itemsIn(context, collection);
  const offset = paging?.offset ?? 0;
  const asked = {
    wanted,
    keys: compileSort(list.sort, scope, having !== undefined || isIndexed(collection, list.sort)),
    place: cursor?.place,
    limit: list.limit,
    offset,
    fields: query.fields ?? undefined,
    drafts: question.drafts,
    ...(isEverything && { everything: { memberId: ownAlone(collection, caller, "read"), having } }),
  };
  const { page, total } = await askItems(
    context,
    collection,
    { ...list, more: list.search !== undefined || question.returnTotalCount === true },
    async (db) => ({
      page: await findItemPage(db, key, asked),
      total: question.returnTotalCount ? await countItems(db, key, wanted()) : undefined,
    }),
  );
  const items = await includeReferences(
    context,
    caller,
    collection,
    page.items,
    question.includeReferences,
    question.drafts,
  );
  const cursorAt = (place: ItemCursor["place"]) => writeItemCursor(context, caller, collection, { ...list, place });
  const metadata: PagingMetadata = {
    count: items.length,
    ...(cursorPaging ? {} : { offset }),
    ...(total === undefined ? {} : { total }),
    tooManyToCount: false,
    cursors: {
      ...(page.next ? { next: cursorAt({ values: page.next }) } : {}),
      ...(page.previous ? { prev: cursorAt({ values: page.previous, backward: true }) } : {}),
    },
    hasNext: page.next !== undefined,
  };
  const told = listOf(items.map((item) => itemText(collection.id, item)));
  const result = new RawJson(`{"dataItems":${told},"pagingMetadata":${JSON.stringify(metadata)}}`);
  return { version: page.version, result };
}

/** @throws {Refusal} `WDE0051` for more than five fields. */
export function readSort(
  sort: { fieldName: string; order?: "ASC" | "DESC" | null | undefined }[] | null | undefined,
): ItemCursor["sort"] {
  if (sort && sort.length > maxSortFields) {
    throw refusal("WDE0051", `A sort names at most [${maxSortFields}] fields.`);
  }
  return (sort ?? []).map(({ fieldName, order }) => ({ fieldName, order: order ?? "ASC" }));
}

/**
 * The order that is asked for; what is equal in it goes by id, in the direction of the last step. Nothing and null come before all
 * values, then booleans, numbers, texts, dates, lists, objects.
 *
 * @param isLed Whether an index goes on in this order.
 * @throws {Refusal} `WDE0048`.
 */
export function compileSort(sort: ItemCursor["sort"], scope: Scope, isLed = false): SortKey[] {
  const last = sort.at(-1)?.order ?? "ASC";
  const seen = new Set<string>();
  return [...sort, { fieldName: "_id", order: last }].flatMap(({ fieldName, order }) => {
    if (seen.has(fieldName)) return [];
    seen.add(fieldName);
    const descending = order === "DESC";
    const system = isSystemKey(fieldName) ? fieldName : undefined;
    const place = placeOf(scope, fieldName);
    const indexed = isLed && place.kind === "json" && place.indexed?.order ? fieldName : undefined;
    return [keyOf({ system, indexed, descending }) ?? { ...sortKeyOf(place), descending }];
  });
}
