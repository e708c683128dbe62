import type { MessageEntry } from "../../../platform/jobs/outbox-store.ts";
import { insertIntoDevInbox } from "../../../platform/mail/dev-inbox-store.ts";
import { postMessage } from "../../../platform/messaging/webhook.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { requireReenrollment } from "../factors-store.ts";

/**
 * Sends a text message, call or push prompt through the owner's webhook, or to the development inbox without one. Drops
 * expired messages. An unreachable factor must be enrolled again. Throws on failure; the worker retries.
 */
export async function deliverMessage(context: ServerContext, entry: MessageEntry): Promise<void> {
  const { siteId, id, kind, payload } = entry;
  const { config, db, log, now } = context;
  if (Date.parse(payload.expiresAt) <= now().getTime()) {
    log.warn({ event: "message-too-late", id, kind }, "message expired before it was sent");
    return;
  }
  if (!config.messageWebhook) {
    if (config.production) throw new Error("MESSAGE_WEBHOOK_URL is not set");
    return insertIntoDevInbox(db, siteId, id, { channel: kind, html: "", ...payload }, now());
  }
  const outcome = await postMessage(config.messageWebhook, { id, type: kind, data: toWebhookData(entry), at: now() });
  if (outcome === "taken") return;
  log.warn({ event: "factor-unreachable", id, kind }, "factor is unreachable");
  await requireReenrollment(db, siteId, payload.factorIds);
}

/** The data that the webhook receives. */
function toWebhookData(entry: MessageEntry): object {
  const { factorIds: _ids, ...data } = entry.payload;
  if (entry.kind !== "push") return data;
  const { to: _to, ...push } = data;
  return push;
}
