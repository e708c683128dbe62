import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";

/** The content of a cursor, which replaces the query of the next request. */
export interface ItemCursor {
  filter: Record<string, unknown>;
  sort: { fieldName: string; order: "ASC" | "DESC" }[];
  limit: number;
  place: { values: string[]; backward?: boolean };
  search?:
    | { expression: string; mode: "OR" | "AND"; fields?: readonly string[] | undefined; fuzzy?: boolean | undefined }
    | undefined;
}

/** Source: security requirements §2.11. */
const hourMs = 60 * 60_000;
const cursorTtlMs = 24 * hourMs;

/** Signs a cursor for this site, collection and caller; valid for a day. */
export const sealItemCursor = (
  context: DataContext,
  caller: Caller,
  collection: Collection,
  cursor: ItemCursor,
): string => sealCursor(context, caller, collection, "items", cursor);

/** @throws {Refusal} `CURSOR_INVALID` for a modified, expired or foreign cursor. */
export const openItemCursor = (
  context: DataContext,
  caller: Caller,
  collection: Collection,
  text: string,
): ItemCursor => openCursor(context, caller, collection, "items", text);

type CursorKind = "items" | "values" | "groups";

export function sealCursor(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: CursorKind,
  content: object,
): string {
  const now = context.now().getTime();
  // The same within an hour, so that an unchanged page has the same entity tag.
  const until = now - (now % hourMs) + cursorTtlMs;
  const encoded = Buffer.from(JSON.stringify({ ...content, until })).toString("base64url");
  return `${encoded}.${macOf(context, caller, collection, kind, encoded)}`;
}

/** @throws {Refusal} `CURSOR_INVALID` as {@link openItemCursor}, and for another kind of cursor. */
export function openCursor<Content extends object>(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: CursorKind,
  text: string,
): Content {
  const [encoded = "", mac = "", ...rest] = text.split(".");
  const expected = macOf(context, caller, collection, kind, encoded);
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(expected))) {
    throw new Refusal("CURSOR_INVALID");
  }
  const { until, ...content } = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")) as Content & {
    until: number;
  };
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return content as unknown as Content;
}

function macOf(context: DataContext, caller: Caller, { id }: Collection, kind: CursorKind, encoded: string): string {
  // Visitors share cursors, since all see the same items.
  const reader = caller.kind === "visitor" ? { ...caller, visitorId: "" } : caller;
  const message = JSON.stringify([kind, context.site.id, id, callerKeyOf(context, reader), encoded]);
  return context.secrets.mac("cursor", message).toString("base64url");
}
