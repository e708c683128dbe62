import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type {
  listDeletedDraftPostsRequest,
  listDraftPostsRequest,
  queryDraftPostsRequest,
} from "@porchlight/contract/blog/drafts/schema";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import type { ListPostAuthorsResponse, ListPostLanguagesResponse } from "@porchlight/contract/blog/revisions/revision";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import {
  type CursorScope,
  openCursor,
  pageCursors,
  privateCursorTtlMs,
  sealCursor,
} from "../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { requireAuthor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { validateFilterSize } from "../pagination/list-query.ts";
import { urlBases } from "../posts/post-visibility.ts";
import { authorizeWriter, visibleOwner } from "./authorize-writer.ts";
import { draftQueryFields, editedDateOrder } from "./draft-query-fields-sql.ts";
import {
  type DraftFilter,
  findAuthorNames,
  findDraftPage,
  findPostLanguages,
  matchesDraftFilter,
} from "./drafts-store.ts";

const queryScope: CursorScope = { list: "drafts query", ttlMs: privateCursorTtlMs };

type Query = Partial<
  z.output<typeof listDraftPostsRequest>["query"] & z.output<typeof listDeletedDraftPostsRequest>["query"]
>;

/** The languages of all posts. @throws {Refusal} `NOT_ALLOWED`. */
export async function listPostLanguages(
  context: BlogContext,
  { caller }: Requester,
): Promise<ListPostLanguagesResponse> {
  requireAuthor(caller);
  return { languages: await findPostLanguages(context.db, context.site.id) };
}

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
  const scope: CursorScope = { list: trashed ? "deleted drafts" : "drafts", ttlMs: privateCursorTtlMs };
  const { paging, status, language, draftPostIds: ids, sort = "EDITING_DATE_DESC" } = query;
  const cursor = paging?.cursor ? openCursor<ListState>(context, scope, paging.cursor) : undefined;
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
    owner: visibleOwner(writer),
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
    ...(next && { cursor: sealCursor(context, scope, { ...state, offset: offset + count, after: next }) }),
  };
  return new RawJson(`{"draftPosts":[${json}],"metaData":${JSON.stringify(metaData)}}`);
}

/** The names that a post may have as its authors. @throws {Refusal} `NOT_ALLOWED`. */
export async function listPostAuthors(context: BlogContext, { caller }: Requester): Promise<ListPostAuthorsResponse> {
  requireAuthor(caller);
  return { authors: await findAuthorNames(context.db, context.site.id) };
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
  const cursor = cursorPaging?.cursor ? openCursor<QueryState>(context, queryScope, cursorPaging.cursor) : undefined;
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
    owner: visibleOwner(writer),
    keys: state.sort.length > 0 ? compileSort(state.sort, draftQueryFields, "id") : editedDateOrder(true),
    position: cursor?.place,
    limit: state.limit,
    offset,
    countTotal: paging != null,
    fieldsets: state.fieldsets,
    bases: urlBases(context),
  };
  const page = await readWithTimeLimit(context.db, weight, (db) => findDraftPage(db, context.site.id, pageQuery));
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging && { offset }),
    ...(page.total !== undefined && { total: page.total, tooManyToCount: false }),
    cursors: pageCursors(page, (place) => sealCursor(context, queryScope, { ...state, place })),
    hasNext: page.next !== undefined,
  };
  return new RawJson(`{"draftPosts":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
