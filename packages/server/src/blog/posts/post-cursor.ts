import type { PostFieldset, PostSort } from "@porchlight/contract/blog/posts/post-status";
import { Refusal } from "../../platform/context/errors.ts";
import type { BlogContext } from "../blog-context.ts";
import { openCursor, signCursor } from "../signed-cursor.ts";
import type { PostFilter } from "./posts-store.ts";

/** What a cursor hands on from one page to the next. */
export interface PostCursor {
  sort: PostSort;
  filter: PostFilter;
  fieldsets: readonly PostFieldset[];
  limit: number;
  /** Posts before the next page, when this one was read. */
  offset: number;
  /** Sort keys of the last post of this page. */
  after: string[];
}

/** Characters. Source: entities.md, BlogPaging. */
const cursorMaxLength = 2000;

/** `filter` is the digest of one that is too long to be carried; the next request has to repeat it. */
type Payload = Omit<PostCursor, "filter"> & { filter: PostFilter | string };

/** A cursor for the next page of listPosts. */
export function writePostCursor(context: BlogContext, cursor: PostCursor): string {
  const whole = signCursor(context, "posts", cursor);
  if (whole.length <= cursorMaxLength) return whole;
  return signCursor(context, "posts", { ...cursor, filter: digest(context, cursor.filter) });
}

/**
 * Reads a cursor of {@link writePostCursor}.
 *
 * @param filter The request's own, which counts only for a cursor that could not carry one.
 * @throws {Refusal} `CURSOR_INVALID` when it is changed, of another site, or made for another filter.
 */
export function readPostCursor(context: BlogContext, text: string, filter: PostFilter): PostCursor {
  const payload = openCursor(context, "posts", text) as Payload;
  if (typeof payload.filter !== "string") return { ...payload, filter: payload.filter };
  if (payload.filter !== digest(context, filter)) throw new Refusal("CURSOR_INVALID");
  return { ...payload, filter };
}

function digest(
  context: BlogContext,
  { featured, hashtags, categoryIds, tagIds, memberId, language }: PostFilter,
): string {
  const inOneOrder = JSON.stringify([featured, hashtags, categoryIds, tagIds, memberId, language]);
  return context.secrets.mac("cursor", `${context.site.id} posts filter ${inOneOrder}`).toString("base64url");
}
