import { eventDefinitions, eventTypes } from "@porchlight/contract/webhooks/event";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import {
  type DeliveryRecord,
  type DeliveryStatus,
  type DeliverySummary,
  findDeliveries,
  findDelivery,
  resendDeadLettered,
  resendDelivery,
  resendSince,
} from "./deliveries-store.ts";
import { webhookDetails } from "./manage-webhooks.ts";
import { findSubscription } from "./subscriptions-store.ts";

export type { DeliveryRecord, DeliverySummary };

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
  requireOwner(caller);
  if (filter.webhookId !== undefined && !isId(filter.webhookId)) return [];
  return findDeliveries(context.db, context.site.id, filter);
}

/** One delivery with its event and all attempts. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function getDelivery(context: ServerContext, caller: Caller, id: string): Promise<DeliveryRecord> {
  requireOwner(caller);
  const found = isId(id) ? await findDelivery(context.db, context.site.id, id) : undefined;
  if (!found) throw new Refusal("NOT_FOUND");
  return found;
}

/** Sends one event again, whatever its status. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function redeliverEvent(context: ServerContext, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  const { db, site } = context;
  if (!isId(id)) throw new Refusal("NOT_FOUND");
  await db.transaction().execute(async (tx) => {
    const webhookId = await resendDelivery(tx, site.id, id);
    const webhook = webhookId === undefined ? undefined : await findSubscription(tx, site.id, webhookId);
    if (!webhook) throw new Refusal("NOT_FOUND");
    const details = { ...webhookDetails(webhook.id, webhook.url), deliveryId: id.toLowerCase() };
    await recordAuditEvent(tx, context, "webhook-delivery-resent", { by: caller, details });
  });
  context.wakeWebhooks();
}

/**
 * Sends dead-lettered events again, or with `since` all events from then on, also from before the webhook was created.
 * Events are retained for 30 days.
 *
 * @returns The number of events. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function replayWebhook(
  context: ServerContext,
  caller: Caller,
  id: string,
  { since }: { since?: Date | undefined } = {},
): Promise<number> {
  requireOwner(caller);
  const { db, site } = context;
  const webhook = isId(id) ? await findSubscription(db, site.id, id) : undefined;
  if (!webhook) throw new Refusal("NOT_FOUND");
  const kinds = eventTypes.map((type) => ({ type, fqdn: eventDefinitions[type].fqdn }));
  const count = await db.transaction().execute(async (tx) => {
    const details = { ...webhookDetails(id, webhook.url), ...(since && { since: since.toISOString() }) };
    await recordAuditEvent(tx, context, "webhook-replayed", { by: caller, details });
    return since ? resendSince(tx, site.id, id, since, kinds, context.now()) : resendDeadLettered(tx, site.id, id);
  });
  context.wakeWebhooks();
  return count;
}
