import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type { listDeletedDraftPostsRequest, listDraftPostsRequest } from "@porchlight/contract/blog/drafts/schema";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { defaultPageSize } from "@porchlight/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { urlBases } from "../posts/post-visibility.ts";
import { authorizeWriter, visibleOwnerId } from "./authorize-writer.ts";
import { parseDraftCursor, serializeDraftCursor } from "./draft-cursor.ts";
import { editedDateOrder } from "./draft-query-fields-sql.ts";
import { findDraftPage } from "./drafts-store.ts";

type Query = Partial<
  z.output<typeof listDraftPostsRequest>["query"] & z.output<typeof listDeletedDraftPostsRequest>["query"]
>;

/** What a cursor hands on: the next request names nothing else. */
interface ListState {
  filter: { status?: PostStatus | undefined; language?: string | undefined; ids?: string[] | undefined };
  descending: boolean;
  fieldsets: readonly DraftFieldset[];
  limit: number;
  /** Drafts before the next page, when this one was read. */
  offset: number;
  after?: string[];
}

/**
 * One page of drafts, or of those in the trash, by their last change. With a cursor, filter and order are the cursor's; page size
 * and fieldsets may be given anew.
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
    condition: matchesFilter(state.filter),
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

function matchesFilter({ status, language, ids }: ListState["filter"]): RawBuilder<boolean> | undefined {
  const conditions: RawBuilder<boolean>[] = [];
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (language !== undefined) conditions.push(sql`p.language = ${language}`);
  if (ids && ids.length > 0) conditions.push(sql`p.id = any(${ids}::uuid[])`);
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : undefined;
}
