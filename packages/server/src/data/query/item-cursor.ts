import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";

/** What a cursor hands on: the next request names nothing else. */
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
const lifeMs = 24 * 60 * 60_000;

/** Authenticated for this site, this collection and this caller, for a day. */
export const writeItemCursor = (
  context: DataContext,
  caller: Caller,
  collection: Collection,
  cursor: ItemCursor,
): string => sealCursor(context, caller, collection, "items", cursor);

/** @throws {Refusal} `CURSOR_INVALID` when it is changed, too old, or of another site, collection or caller. */
export const readItemCursor = (
  context: DataContext,
  caller: Caller,
  collection: Collection,
  text: string,
): ItemCursor => openCursor(context, caller, collection, "items", text);

/** What a list goes on with; each kind of list has its own. */
type CursorKind = "items" | "values" | "groups";

export function sealCursor(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: CursorKind,
  held: object,
): string {
  const until = context.now().getTime() + lifeMs;
  const encoded = Buffer.from(JSON.stringify({ ...held, until })).toString("base64url");
  return `${encoded}.${macOf(context, caller, collection, kind, encoded)}`;
}

/** @throws {Refusal} `CURSOR_INVALID` as {@link readItemCursor}, and for one of another kind. */
export function openCursor<Held extends object>(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: CursorKind,
  text: string,
): Held {
  const [encoded = "", mac = "", ...rest] = text.split(".");
  const expected = macOf(context, caller, collection, kind, encoded);
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(expected))) {
    throw new Refusal("CURSOR_INVALID");
  }
  const { until, ...held } = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")) as Held & { until: number };
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return held as unknown as Held;
}

function macOf(context: DataContext, caller: Caller, { id }: Collection, kind: CursorKind, encoded: string): string {
  // All visitors see the same: a page that one token has begun is read on with another, by a link or after a restart.
  const holder = caller.kind === "visitor" ? { ...caller, visitorId: "" } : caller;
  const owner = JSON.stringify([kind, context.site.id, id, callerKeyOf(context, holder), encoded]);
  return context.secrets.mac("cursor", owner).toString("base64url");
}
