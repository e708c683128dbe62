import { Refusal } from "../../platform/context/errors.ts";
import type { BlogContext } from "../blog-context.ts";
import { parseCursor, signCursor } from "../pagination/signed-cursor.ts";

type DraftList = "drafts" | "deleted drafts" | "drafts query";

/** Lists of what is not public do not hold longer. Source: security requirements §2.11. */
const cursorTtlMs = 24 * 60 * 60_000;

export function serializeDraftCursor(context: BlogContext, list: DraftList, state: object): string {
  return signCursor(context, list, { ...state, until: context.now().getTime() + cursorTtlMs });
}

/** What {@link serializeDraftCursor} was given. @throws {Refusal} `CURSOR_INVALID`, also a day later. */
export function parseDraftCursor<State extends object>(context: BlogContext, list: DraftList, text: string): State {
  const { until, ...state } = parseCursor(context, list, text) as { until: number };
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return state as State;
}
