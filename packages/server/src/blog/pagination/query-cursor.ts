import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { KeysetPosition, Sorting } from "../../platform/db/pagination/keyset-page.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseCursor, signCursor } from "./signed-cursor.ts";

/** State in a cursor of queryPosts; the next request sends nothing else. */
export interface QueryCursor {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly PostFieldset[];
  limit: number;
  place: KeysetPosition;
}

/** Characters of the filter's JSON. Leaves room for the rest of a cursor in a request. */
const maxFilterLength = 128 * 1024;

const listName = "posts query";

/** @throws {InvalidArguments} when the filter does not fit into a cursor. */
export function validateFilterSize(filter: object): void {
  if (JSON.stringify(filter).length > maxFilterLength) {
    throw new InvalidArguments([
      violation("query.filter", `has more than ${maxFilterLength} characters`, "MAX_LENGTH"),
    ]);
  }
}

export function serializeQueryCursor(context: BlogContext, cursor: QueryCursor): string {
  return signCursor(context, listName, cursor);
}

/** @throws {Refusal} `CURSOR_INVALID`. */
export function parseQueryCursor(context: BlogContext, text: string): QueryCursor {
  return parseCursor(context, listName, text) as QueryCursor;
}
