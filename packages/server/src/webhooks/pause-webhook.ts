import { isId } from "../platform/db/ids.ts";
import type { Caller, Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { pauseSubscription } from "./subscriptions-store.ts";

/**
 * Holds a webhook's deliveries back, or lets them go: those of the time between too, as far as they are kept (30 days).
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function pauseWebhook(deps: Deps, caller: Caller, id: string, isPaused: boolean): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (!isId(id) || !(await pauseSubscription(deps.db, deps.site.id, id, isPaused ? deps.now() : null)))
    throw new Refusal("NOT_FOUND");
}
