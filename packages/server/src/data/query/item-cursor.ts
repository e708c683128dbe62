import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import { callerKeyOf } from "../permissions/access.ts";
import type { Collection } from "../collections/collection.ts";

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
export const writeItemCursor = (deps: Deps, caller: Caller, collection: Collection, cursor: ItemCursor): string =>
  sealCursor(deps, caller, collection, "items", cursor);

/** @throws {Refusal} `CURSOR_INVALID` when it is changed, too old, or of another site, collection or caller. */
export const readItemCursor = (deps: Deps, caller: Caller, collection: Collection, text: string): ItemCursor =>
  openCursor(deps, caller, collection, "items", text);

/** What a list goes on with; each kind of list has its own. */
type CursorKind = "items" | "values" | "groups";

export function sealCursor(deps: Deps, caller: Caller, collection: Collection, kind: CursorKind, held: object): string {
  const until = deps.now().getTime() + lifeMs;
  const encoded = Buffer.from(JSON.stringify({ ...held, until })).toString("base64url");
  return `${encoded}.${macOf(deps, caller, collection, kind, encoded)}`;
}

/** @throws {Refusal} `CURSOR_INVALID` as {@link readItemCursor}, and for one of another kind. */
export function openCursor<Held extends object>(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  kind: CursorKind,
  text: string,
): Held {
  const [encoded = "", mac = "", ...rest] = text.split(".");
  const expected = macOf(deps, caller, collection, kind, encoded);
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(expected))) {
    throw new Refusal("CURSOR_INVALID");
  }
  const { until, ...held } = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")) as Held & { until: number };
  if (until < deps.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return held as unknown as Held;
}

function macOf(deps: Deps, caller: Caller, { id }: Collection, kind: CursorKind, encoded: string): string {
  // All visitors see the same: a page that one token has begun is read on with another, by a link or after a restart.
  const holder = caller.kind === "visitor" ? { ...caller, visitorId: "" } : caller;
  const owner = JSON.stringify([kind, deps.site.id, id, callerKeyOf(deps, holder), encoded]);
  return deps.secrets.mac("cursor", owner).toString("base64url");
}
