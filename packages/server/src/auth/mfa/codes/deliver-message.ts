import type { MessageEntry } from "../../../platform/jobs/outbox-store.ts";
import { insertIntoDevInbox } from "../../../platform/mail/dev-inbox-store.ts";
import { postMessage } from "../../../platform/messaging/webhook.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { requireReenrollment } from "../factors-store.ts";

/**
 * Sends a text, a call or a question to a device: by the owner's webhook, or into the development inbox where there is none. What
 * came too late is dropped. A factor that the receiver cannot reach any more has to be set up again. Throws when it could not be
 * done; the worker tries again.
 */
export async function deliverMessage(context: ServerContext, entry: MessageEntry): Promise<void> {
  const { siteId, id, kind, payload } = entry;
  const { config, db, log, now } = context;
  if (Date.parse(payload.expiresAt) <= now().getTime()) {
    log.warn({ event: "message-too-late", id, kind }, "a message came too late to be sent");
    return;
  }
  if (!config.messageWebhook) {
    if (config.production) throw new Error("MESSAGE_WEBHOOK_URL is not set");
    return insertIntoDevInbox(db, siteId, id, { channel: kind, html: "", ...payload }, now());
  }
  const outcome = await postMessage(config.messageWebhook, { id, type: kind, data: dataOf(entry), at: now() });
  if (outcome === "taken") return;
  log.warn({ event: "factor-unreachable", id, kind }, "a second step cannot be reached any more");
  await requireReenrollment(db, siteId, payload.factorIds);
}

/** What the receiver is told. */
function dataOf(entry: MessageEntry): object {
  const { factorIds: _ids, ...data } = entry.payload;
  if (entry.kind !== "push") return data;
  const { to: _to, ...push } = data;
  return push;
}
