import type { PostFieldset, PostSort } from "@porchlight/contract/blog/post-status";
import type { Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { PostFilter } from "./posts-store.ts";
import { openCursor, signCursor } from "../signed-cursor.ts";

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
export function writePostCursor(deps: Deps, cursor: PostCursor): string {
  const whole = signCursor(deps, "posts", cursor);
  if (whole.length <= cursorMaxLength) return whole;
  return signCursor(deps, "posts", { ...cursor, filter: digest(deps, cursor.filter) });
}

/**
 * Reads a cursor of {@link writePostCursor}.
 *
 * @param filter The request's own, which counts only for a cursor that could not carry one.
 * @throws {Refusal} `CURSOR_INVALID` when it is changed, of another site, or made for another filter.
 */
export function readPostCursor(deps: Deps, text: string, filter: PostFilter): PostCursor {
  const payload = openCursor(deps, "posts", text) as Payload;
  if (typeof payload.filter !== "string") return { ...payload, filter: payload.filter };
  if (payload.filter !== digest(deps, filter)) throw new Refusal("CURSOR_INVALID");
  return { ...payload, filter };
}

function digest(deps: Deps, { featured, hashtags, categoryIds, tagIds, memberId, language }: PostFilter): string {
  const inOneOrder = JSON.stringify([featured, hashtags, categoryIds, tagIds, memberId, language]);
  return deps.secrets.mac("cursor", `${deps.site.id} posts filter ${inOneOrder}`).toString("base64url");
}
