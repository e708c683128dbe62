import type { EventType } from "@porchlight/contract/webhooks/event";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { findSubscriptions } from "./subscriptions-store.ts";

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
