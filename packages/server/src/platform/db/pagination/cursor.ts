import { Refusal } from "../../context/errors.ts";
import { equalInConstantTime, type Secrets } from "../../crypto/secrets.ts";

interface CursorContext {
  secrets: Secrets;
  site: { id: string };
  now(): Date;
}

/** The list and the callers that a cursor is valid for. */
export interface CursorScope {
  /** Kind of list. */
  list: string;
  /** Who may use the cursor. Default: every caller who may read the list. */
  reader?: string;
  /** Default: no limit, so that links to pages stay valid. */
  ttlMs?: number;
}

const hourMs = 60 * 60_000;
/** A day. Source: security requirements §2.11. */
export const privateCursorTtlMs = 24 * hourMs;

/** Signs the state that a list passes from one page to the next. Clients can read it, but not change it. */
export function sealCursor({ secrets, site, now }: CursorContext, scope: CursorScope, state: object): string {
  const time = now().getTime();
  // Rounded to hours, so that an unchanged page has the same entity tag.
  const until = scope.ttlMs === undefined ? undefined : time - (time % hourMs) + scope.ttlMs;
  const encoded = Buffer.from(JSON.stringify({ ...state, until })).toString("base64url");
  return `${encoded}.${macOf({ secrets, site }, scope, encoded)}`;
}

/**
 * Returns the state of a cursor of {@link sealCursor}.
 *
 * @throws {Refusal} `CURSOR_INVALID` if it was modified, has expired, or belongs to another site, list or reader.
 */
export function openCursor<State extends object>(context: CursorContext, scope: CursorScope, cursor: string): State {
  const [encoded = "", mac = "", ...others] = cursor.split(".");
  const isAuthentic = equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(context, scope, encoded)));
  if (others.length > 0 || !isAuthentic) throw new Refusal("CURSOR_INVALID");
  const { until, ...state } = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return state;
}

function macOf({ secrets, site }: Omit<CursorContext, "now">, { list, reader }: CursorScope, encoded: string): string {
  return secrets.mac("cursor", JSON.stringify([site.id, list, reader, encoded])).toString("base64url");
}

/** Returns the cursors of a page. @param seal Seals a position. */
export function pageCursors<Values extends readonly unknown[]>(
  { previous, next }: { previous?: Values | undefined; next?: Values | undefined },
  seal: (position: { values: Values; backward?: boolean }) => string,
): { next?: string; prev?: string } {
  return {
    ...(next && { next: seal({ values: next }) }),
    ...(previous && { prev: seal({ values: previous, backward: true }) }),
  };
}
