import { isId } from "../platform/db/ids.ts";
import type { Caller, Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { resendDelivery } from "./deliveries-store.ts";

/** Sends one event once more, whatever became of it before. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function redeliver(deps: Deps, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (!isId(id) || !(await resendDelivery(deps.db, deps.site.id, id))) throw new Refusal("NOT_FOUND");
  deps.wakeWebhooks();
}
