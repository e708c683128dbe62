import { isId } from "../platform/db/ids.ts";
import type { Caller, Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { type DeliveryLine, type DeliveryStatus, findDeliveries } from "./deliveries-store.ts";

export interface DeliveryFilter {
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  limit: number;
}

/** The log of deliveries, the latest event first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listDeliveries(deps: Deps, caller: Caller, filter: DeliveryFilter): Promise<DeliveryLine[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (filter.webhookId !== undefined && !isId(filter.webhookId)) return [];
  return findDeliveries(deps.db, deps.site.id, filter);
}
