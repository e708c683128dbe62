import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type DeliveryRecord, findDelivery } from "./deliveries-store.ts";

/** One delivery, with what is sent and every answer so far. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function getDelivery(context: ServerContext, caller: Caller, id: string): Promise<DeliveryRecord> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const found = isId(id) ? await findDelivery(context.db, context.site.id, id) : undefined;
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
