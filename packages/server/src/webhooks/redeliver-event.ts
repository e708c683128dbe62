import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { resendDelivery } from "./deliveries-store.ts";

/** Sends one event once more, whatever became of it before. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function redeliverEvent(context: ServerContext, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (!isId(id) || !(await resendDelivery(context.db, context.site.id, id))) throw new Refusal("NOT_FOUND");
  context.wakeWebhooks();
}
