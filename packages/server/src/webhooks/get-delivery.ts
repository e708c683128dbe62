import { isId } from "../platform/db/ids.ts";
import type { Caller, Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { type DeliveryRecord, findDelivery } from "./deliveries-store.ts";

/** One delivery, with what is sent and every answer so far. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function getDelivery(deps: Deps, caller: Caller, id: string): Promise<DeliveryRecord> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const found = isId(id) ? await findDelivery(deps.db, deps.site.id, id) : undefined;
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}
