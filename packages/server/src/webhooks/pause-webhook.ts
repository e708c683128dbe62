import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { updatePausedAt } from "./subscriptions-store.ts";

/**
 * Holds a webhook's deliveries back, or lets them go: those of the time between too, as far as they are kept (30 days).
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function pauseWebhook(
  context: ServerContext,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (!isId(id) || !(await updatePausedAt(context.db, context.site.id, id, isPaused ? context.now() : null)))
    throw new Refusal("NOT_FOUND");
}
