import type { EventType } from "@porchlight/contract/webhooks/event";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { deleteSubscription, findSubscription, findSubscriptions, updatePausedAt } from "./subscriptions-store.ts";

/** What the audit log says about a webhook. Not the path of its URL, which contains a secret at some services. */
export const webhookDetails = (id: string, url: string): Record<string, string> => ({
  webhookId: id.toLowerCase(),
  url: new URL(url).origin,
});

/** A webhook and the state of its deliveries. */
export interface WebhookSummary {
  id: string;
  appId: string;
  url: string;
  events: EventType[];
  /** `failing` if the last delivery failed. */
  state: "working" | "failing" | "paused";
  /** Number of waiting deliveries. */
  waiting: number;
  /** Number of dead-lettered deliveries. Public: `webhook list --json`. */
  parked: number;
  /** ISO 8601, UTC. */
  createdDate: string;
}

/** All webhooks, oldest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listWebhooks(context: ServerContext, caller: Caller): Promise<WebhookSummary[]> {
  requireOwner(caller);
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

/** Deletes a webhook with its waiting deliveries and its log. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function deleteWebhook(context: ServerContext, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  const { db, site } = context;
  if (!isId(id)) throw new Refusal("NOT_FOUND");
  await db.transaction().execute(async (tx) => {
    const row = await findSubscription(tx, site.id, id);
    if (!row || !(await deleteSubscription(tx, site.id, id))) throw new Refusal("NOT_FOUND");
    const details = webhookDetails(id, row.url);
    await recordAuditEvent(tx, context, "webhook-removed", { by: caller, appId: row.app_id, details });
  });
}

/**
 * Pauses or resumes a webhook. Deliveries of the pause are sent on resuming if their events are still retained (30
 * days).
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function pauseWebhook(
  context: ServerContext,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<void> {
  requireOwner(caller);
  const { db, site } = context;
  if (!isId(id)) throw new Refusal("NOT_FOUND");
  await db.transaction().execute(async (tx) => {
    if (!(await updatePausedAt(tx, site.id, id, isPaused ? context.now() : null))) throw new Refusal("NOT_FOUND");
    const details = webhookDetails(id, (await findSubscription(tx, site.id, id))!.url);
    await recordAuditEvent(tx, context, isPaused ? "webhook-paused" : "webhook-resumed", { by: caller, details });
  });
  if (!isPaused) context.wakeWebhooks();
}
