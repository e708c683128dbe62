import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type DeliveryStatus, type DeliverySummary, findDeliveries } from "./deliveries-store.ts";

/** Selects deliveries. */
export interface DeliveryFilter {
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  limit: number;
}

/** The log of deliveries, the latest event first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listDeliveries(
  context: ServerContext,
  caller: Caller,
  filter: DeliveryFilter,
): Promise<DeliverySummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (filter.webhookId !== undefined && !isId(filter.webhookId)) return [];
  return findDeliveries(context.db, context.site.id, filter);
}
