import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { KeysetPosition, Sorting } from "../../platform/db/pagination/keyset-page.ts";
import type { BlogContext } from "../blog-context.ts";

/** The content of a `queryPosts` cursor. It is the complete query: a request with a cursor has no other parameters. */
export interface QueryCursor {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly PostFieldset[];
  limit: number;
  place: KeysetPosition;
}

/** Maximum characters of the filter's JSON, so that a cursor fits into a request. */
const maxFilterLength = 128 * 1024;

const listName = "posts query";

/** @throws {InvalidArguments} when the filter is too long for a cursor. */
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

/**
 * Serializes the state of a list to a cursor, signed for this site and kind of list. Cursors do not expire, so that
 * links to pages stay valid. Source: security requirements §2.11.
 */
export function signCursor(context: BlogContext, list: string, payload: object): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return `${encoded}.${macOf(context, list, encoded)}`;
}

/**
 * Parses a cursor of {@link signCursor}.
 *
 * @throws {Refusal} `CURSOR_INVALID` when it was modified or belongs to another site or kind of list.
 */
export function parseCursor(context: BlogContext, list: string, text: string): unknown {
  const [encoded = "", mac = "", ...rest] = text.split(".");
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(context, list, encoded)))) {
    throw new Refusal("CURSOR_INVALID");
  }
  return JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
}

function macOf(context: BlogContext, list: string, encoded: string): string {
  return context.secrets.mac("cursor", `${context.site.id} ${list} public ${encoded}`).toString("base64url");
}
