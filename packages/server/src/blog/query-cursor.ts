import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import type { Place, Sorting } from "../platform/db/pagination/keyset-page.ts";
import type { BlogContext } from "./blog-context.ts";
import { openCursor, signCursor } from "./signed-cursor.ts";

/** What a cursor of queryPosts hands on: the next request names nothing else. */
export interface QueryCursor {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly PostFieldset[];
  limit: number;
  place: Place;
}

/** Characters of a filter's JSON, so that a cursor fits into a request with room to spare. */
const filterMaxLength = 128 * 1024;

const list = "posts query";

/** @throws {InvalidArguments} when no cursor could carry the filter. */
export function checkFilterSize(filter: object): void {
  if (JSON.stringify(filter).length > filterMaxLength) {
    throw new InvalidArguments([
      violation("query.filter", `has more than ${filterMaxLength} characters`, "MAX_LENGTH"),
    ]);
  }
}

export function writeQueryCursor(context: BlogContext, cursor: QueryCursor): string {
  return signCursor(context, list, cursor);
}

/** @throws {Refusal} `CURSOR_INVALID`. */
export function readQueryCursor(context: BlogContext, text: string): QueryCursor {
  return openCursor(context, list, text) as QueryCursor;
}
