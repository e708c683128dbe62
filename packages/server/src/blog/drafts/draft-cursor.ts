import { Refusal } from "../../platform/context/errors.ts";
import type { BlogContext } from "../blog-context.ts";
import { openCursor, signCursor } from "../signed-cursor.ts";

type DraftList = "drafts" | "deleted drafts" | "drafts query";

/** Lists of what is not public do not hold longer. Source: security requirements §2.11. */
const lifetimeMs = 24 * 60 * 60_000;

export function writeDraftCursor(context: BlogContext, list: DraftList, state: object): string {
  return signCursor(context, list, { ...state, until: context.now().getTime() + lifetimeMs });
}

/** What {@link writeDraftCursor} was given. @throws {Refusal} `CURSOR_INVALID`, also a day later. */
export function readDraftCursor<State extends object>(context: BlogContext, list: DraftList, text: string): State {
  const { until, ...state } = openCursor(context, list, text) as { until: number };
  if (until < context.now().getTime()) throw new Refusal("CURSOR_INVALID");
  return state as State;
}
