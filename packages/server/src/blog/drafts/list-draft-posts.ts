import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type {
  listDeletedDraftPostsRequest,
  listDraftPostsRequest,
  queryDraftPostsRequest,
} from "@porchlight/contract/blog/drafts/schema";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseCursor, signCursor, validateFilterSize } from "../pagination/signed-cursor.ts";
import { urlBases } from "../posts/post-visibility.ts";
import { authorizeWriter, visibleOwnerId } from "./authorize-writer.ts";
import { draftQueryFields, editedDateOrder } from "./draft-query-fields-sql.ts";
import { type DraftFilter, findDraftPage, matchesDraftFilter } from "./drafts-store.ts";

type DraftList = "drafts" | "deleted drafts" | "drafts query";

/** Source: security requirements §2.11. */
const cursorTtlMs = 24 * 60 * 60_000;

export function serializeDraftCursor(context: BlogContext, list: DraftList, state: object): string {
  return signCursor(context, list, { ...state, until: context.now().getTime() + cursorTtlMs });
}

/** @throws {Refusal} `CURSOR_INVALID`, also after a day. */
export function parseDraftCursor<State extends object>(context: BlogContext, list: DraftList, text: string): State {
  const { until, ...state } = parseCursor(context, list, text) as { until: number };
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return state as State;
}

type Query = Partial<
  z.output<typeof listDraftPostsRequest>["query"] & z.output<typeof listDeletedDraftPostsRequest>["query"]
>;

/** State in a cursor; the next request sends nothing else. */
interface ListState {
  filter: DraftFilter;
  descending: boolean;
  fieldsets: readonly DraftFieldset[];
  limit: number;
  /** Number of drafts before the next page when this page was read. */
  offset: number;
  after?: string[];
}

/**
 * One page of drafts, or of the trash, by last change. A cursor fixes filter and order; page size and fieldsets may
 * change from page to page.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`.
 */
export async function listDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { query }: { query: Query },
  { trashed }: { trashed: boolean },
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const list = trashed ? "deleted drafts" : "drafts";
  const { paging, status, language, draftPostIds: ids, sort = "EDITING_DATE_DESC" } = query;
  const cursor = paging?.cursor ? parseDraftCursor<ListState>(context, list, paging.cursor) : undefined;
  const state: ListState = {
    filter: cursor?.filter ?? { status, language, ids },
    descending: cursor?.descending ?? sort.startsWith("EDITING_DATE_DESC"),
    fieldsets: query.fieldsets ?? cursor?.fieldsets ?? [],
    limit: paging?.limit ?? cursor?.limit ?? defaultPageSize,
    offset: cursor?.offset ?? paging?.offset ?? 0,
  };
  const page = await findDraftPage(context.db, context.site.id, {
    condition: matchesDraftFilter(state.filter),
    trashed,
    ownerId: visibleOwnerId(writer),
    keys: editedDateOrder(state.descending),
    position: cursor?.after && { values: cursor.after },
    limit: state.limit,
    offset: cursor ? 0 : state.offset,
    countTotal: true,
    fieldsets: state.fieldsets,
    bases: urlBases(context),
  });
  const { json, count, total = 0, next } = page;
  const { offset } = state;
  const metaData: BlogMetaData = {
    count,
    offset,
    total,
    ...(next && { cursor: serializeDraftCursor(context, list, { ...state, offset: offset + count, after: next }) }),
  };
  return new RawJson(`{"draftPosts":[${json}],"metaData":${JSON.stringify(metaData)}}`);
}

/** State in a cursor; the next request sends nothing else. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly DraftFieldset[];
  limit: number;
  place?: KeysetPosition | undefined;
}

/**
 * One page of the drafts that match a filter. A cursor fixes filter and order; page size and fieldsets may change from
 * page to page. Default order: last changed first.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`.
 * Source: wire.md, "Generic query builder".
 */
export async function queryDraftPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof queryDraftPostsRequest>,
): Promise<RawJson> {
  const writer = await authorizeWriter(context, caller);
  const { cursorPaging, paging, ...query } = body.query ?? {};
  const cursor = cursorPaging?.cursor
    ? parseDraftCursor<QueryState>(context, "drafts query", cursorPaging.cursor)
    : undefined;
  const state: QueryState = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? query.sort ?? [],
    fieldsets: body.fieldsets ?? cursor?.fieldsets ?? [],
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  validateFilterSize(state.filter);
  const { condition, weight } = compileFilter(state.filter, draftQueryFields);
  const offset = paging?.offset ?? 0;
  const pageQuery = {
    condition,
    trashed: false,
    ownerId: visibleOwnerId(writer),
    keys: state.sort.length > 0 ? compileSort(state.sort, draftQueryFields, "id") : editedDateOrder(true),
    position: cursor?.place,
    limit: state.limit,
    offset,
    countTotal: paging != null,
    fieldsets: state.fieldsets,
    bases: urlBases(context),
  };
  const page = await readWithTimeLimit(context.db, weight, (db) => findDraftPage(db, context.site.id, pageQuery));
  const cursorAt = (place: KeysetPosition) => serializeDraftCursor(context, "drafts query", { ...state, place });
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging && { offset }),
    ...(page.total !== undefined && { total: page.total, tooManyToCount: false }),
    cursors: {
      ...(page.next && { next: cursorAt({ values: page.next }) }),
      ...(page.previous && { prev: cursorAt({ values: page.previous, backward: true }) }),
    },
    hasNext: page.next !== undefined,
  };
  return new RawJson(`{"draftPosts":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
