import type { EventType } from "@porchlight/contract/webhooks/event";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { deleteSubscription, findSubscription, findSubscriptions, updatePausedAt } from "./subscriptions-store.ts";

/** A webhook and the state of its deliveries. */
export interface WebhookSummary {
  id: string;
  appId: string;
  url: string;
  events: EventType[];
  /** `failing` where the last delivery was not taken. */
  state: "working" | "failing" | "paused";
  /** Deliveries that are yet to be taken, and that were given up on. */
  waiting: number;
  parked: number;
  /** ISO 8601, UTC. */
  createdDate: string;
}

/** Who is told of what happens, oldest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listWebhooks(context: ServerContext, caller: Caller): Promise<WebhookSummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const rows = await findSubscriptions(context.db, context.site.id);
  return rows.map((row) => ({
    id: row.id,
    appId: row.app_id,
    url: row.url,
    events: row.event_types,
    state: row.paused_at ? "paused" : row.failing_since ? "failing" : "working",
    waiting: row.waiting,
    parked: row.parked,
    createdDate: row.created_at.toISOString(),
  }));
}

/** Ends a webhook; what waits for it is dropped, with the log of its deliveries. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function deleteWebhook(context: ServerContext, caller: Caller, id: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  if (!isId(id)) throw new Refusal("NOT_FOUND");
  await db.transaction().execute(async (tx) => {
    const row = await findSubscription(tx, site.id, id);
    if (!row || !(await deleteSubscription(tx, site.id, id))) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "webhook-removed", { by: caller, appId: row.app_id });
  });
}

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
