import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type { queryDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { validateFilterSize } from "../pagination/query-cursor.ts";
import { urlBases } from "../posts/post-visibility.ts";
import { authorizeWriter, visibleOwnerId } from "./authorize-writer.ts";
import { parseDraftCursor, serializeDraftCursor } from "./draft-cursor.ts";
import { draftQueryFields, editedDateOrder } from "./draft-query-fields-sql.ts";
import { findDraftPage } from "./drafts-store.ts";

/** What a cursor hands on: the next request names nothing else. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly DraftFieldset[];
  limit: number;
  place?: KeysetPosition | undefined;
}

/**
 * One page of the drafts that a filter leaves, those changed last first unless an order is given. With a cursor, filter and order
 * are the cursor's; page size and fieldsets may be given anew.
 *
 * @throws {InvalidArguments} for what is not a query of drafts. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`.
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
  const question = {
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
  const page = await readWithTimeLimit(context.db, weight, (db) => findDraftPage(db, context.site.id, question));
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
