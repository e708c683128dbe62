import type { WebhookTest } from "@porchlight/contract/webhooks/webhook";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isId } from "../platform/db/ids.ts";
import { postOutbound } from "../platform/http/outbound/post-outbound.ts";
import { OutboundError } from "../platform/http/outbound/send-outbound.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { signEnvelope } from "./sign-delivery.ts";
import { findSubscription } from "./subscriptions-store.ts";

/** Sends a signed event that receivers ignore. It is not logged. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function testWebhook(context: ServerContext, caller: Caller, id: string): Promise<WebhookTest> {
  requireOwner(caller);
  const { db, site, config } = context;
  const webhook = isId(id) ? await findSubscription(db, site.id, id) : undefined;
  if (!webhook) throw new Refusal("NOT_FOUND");
  const at = context.now();
  const body = await signEnvelope(
    await context.webhookKeys.open(),
    {
      eventType: "porchlight.webhook_test",
      data: JSON.stringify({ id: crypto.randomUUID(), eventTime: at.toISOString() }),
      identity: { identityType: "UNKNOWN" },
    },
    { siteId: site.id, appId: webhook.app_id, issuer: config.publicUrl, at },
  );
  const startedAt = performance.now();
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const { status, text, error } = await postOutbound(webhook.url, { body, headers }, config.outbound ?? {}).then(
    (response) => ({ ...response, error: null }),
    (failure: unknown) => {
      if (failure instanceof OutboundError) return { status: null, text: null, error: failure.message };
      throw failure;
    },
  );
  return { status, response: text, error, milliseconds: Math.round(performance.now() - startedAt) };
}
