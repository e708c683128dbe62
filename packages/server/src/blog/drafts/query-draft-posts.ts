import type { queryDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import { readBounded } from "../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type Place, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import type { Requester } from "../../platform/http/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { addressBases } from "../posts/post-visibility.ts";
import { checkFilterSize } from "../query-cursor.ts";
import { needWriter, ownerOf } from "./authorize-writer.ts";
import { readDraftCursor, writeDraftCursor } from "./draft-cursor.ts";
import { byEditing, draftQueryFields } from "./draft-query-fields.ts";
import { findDraftPage } from "./drafts-store.ts";

/** What a cursor hands on: the next request names nothing else. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly DraftFieldset[];
  limit: number;
  place?: Place | undefined;
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
  const writer = await needWriter(context, caller);
  const { cursorPaging, paging, ...query } = body.query ?? {};
  const cursor = cursorPaging?.cursor
    ? readDraftCursor<QueryState>(context, "drafts query", cursorPaging.cursor)
    : undefined;
  const state: QueryState = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? query.sort ?? [],
    fieldsets: body.fieldsets ?? cursor?.fieldsets ?? [],
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  checkFilterSize(state.filter);
  const { condition, weight } = compileFilter(state.filter, draftQueryFields);
  const offset = paging?.offset ?? 0;
  const question = {
    wanted: condition,
    trashed: false,
    ownerId: ownerOf(writer),
    keys: state.sort.length > 0 ? compileSort(state.sort, draftQueryFields, "id") : byEditing(true),
    place: cursor?.place,
    limit: state.limit,
    offset,
    counted: paging != null,
    fieldsets: state.fieldsets,
    bases: addressBases(context),
  };
  const page = await readBounded(context.db, weight, (db) => findDraftPage(db, context.site.id, question));
  const cursorAt = (place: Place) => writeDraftCursor(context, "drafts query", { ...state, place });
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
