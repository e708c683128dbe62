import type { PostFieldset, PostSort } from "@porchlight/contract/blog/posts/post-status";
import { Refusal } from "../../platform/context/errors.ts";
import { openCursor, sealCursor } from "../../platform/db/pagination/cursor.ts";
import type { BlogContext } from "../blog-context.ts";
import type { PostFilter } from "./posts-store.ts";

/** State that a cursor passes from one page to the next. */
export interface PostCursor {
  sort: PostSort;
  filter: PostFilter;
  fieldsets: readonly PostFieldset[];
  limit: number;
  /** Number of posts before the next page when this page was read. */
  offset: number;
  /** Sort keys of the last post of this page. */
  after: string[];
}

/** In characters. Source: entities.md, BlogPaging. */
const maxCursorLength = 2000;

/** `filter` is a digest when the filter is too long for a cursor; the next request must then repeat the filter. */
type Payload = Omit<PostCursor, "filter"> & { filter: PostFilter | string };

const scope = { list: "posts" };

/** A cursor for the next page of listPosts. */
export function serializePostCursor(context: BlogContext, cursor: PostCursor): string {
  const full = sealCursor(context, scope, cursor);
  if (full.length <= maxCursorLength) return full;
  return sealCursor(context, scope, { ...cursor, filter: filterDigest(context, cursor.filter) });
}

/**
 * Parses a cursor of {@link serializePostCursor}.
 *
 * @param filter The filter of the request, used only for a cursor that has a digest.
 * @throws {Refusal} `CURSOR_INVALID` when it was modified or belongs to another site or filter.
 */
export function parsePostCursor(context: BlogContext, text: string, filter: PostFilter): PostCursor {
  const payload = openCursor<Payload>(context, scope, text);
  if (typeof payload.filter !== "string") return { ...payload, filter: payload.filter };
  if (payload.filter !== filterDigest(context, filter)) throw new Refusal("CURSOR_INVALID");
  return { ...payload, filter };
}

function filterDigest(
  context: BlogContext,
  { featured, hashtags, categoryIds, tagIds, memberId, language }: PostFilter,
): string {
  const canonical = JSON.stringify([featured, hashtags, categoryIds, tagIds, memberId, language]);
  return context.secrets.mac("cursor", `${context.site.id} posts filter ${canonical}`).toString("base64url");
}
