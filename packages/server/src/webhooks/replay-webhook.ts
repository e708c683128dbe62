import { eventDefinitions, eventTypes } from "@porchlight/contract/webhooks/event";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { resendDeadLettered, resendSince } from "./deliveries-store.ts";
import { findSubscription } from "./subscriptions-store.ts";

/**
 * Sends what a webhook has missed: what was given up on, or with `since` every event from then on, taken or not, also from before
 * there was the webhook. Events are kept for 30 days.
 *
 * @returns How many. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function replayWebhook(
  context: ServerContext,
  caller: Caller,
  id: string,
  { since }: { since?: Date | undefined } = {},
): Promise<number> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  if (!isId(id) || !(await findSubscription(db, site.id, id))) throw new Refusal("NOT_FOUND");
  const kinds = eventTypes.map((type) => ({ type, fqdn: eventDefinitions[type].fqdn }));
  const count = await db
    .transaction()
    .execute((tx) =>
      since ? resendSince(tx, site.id, id, since, kinds, context.now()) : resendDeadLettered(tx, site.id, id),
    );
  context.wakeWebhooks();
  return count;
}
