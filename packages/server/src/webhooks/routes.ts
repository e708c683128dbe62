import * as webhooks from "@porchlight/contract/webhooks/endpoints";
import {
  createWebhookRequest,
  listDeliveriesRequest,
  rotateWebhookKeyRequest,
  updateWebhookRequest,
  webhookByIdRequest,
} from "@porchlight/contract/webhooks/schema";
import type { WebhookDelivery } from "@porchlight/contract/webhooks/webhook";
import * as z from "zod";
import { InvalidArguments, violation } from "../platform/context/errors.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { createWebhook, WebhookError } from "./create-webhook.ts";
import {
  type DeliveryRecord,
  type DeliverySummary,
  getDelivery,
  listDeliveries,
  redeliverEvent,
} from "./deliveries.ts";
import { deleteWebhook, listWebhooks, pauseWebhook } from "./manage-webhooks.ts";
import { testWebhook } from "./ping-webhook.ts";
import { listWebhookPublicKeys, rotateWebhookKey } from "./webhook-keys.ts";

const nothing = z.object({});
const read = { authorize: requireOwner } as const;
const change = { limit: "changesPerIp", authorize: requireOwner } as const;

/** Webhooks, their deliveries and keys. */
export function webhookRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    webhooks.listWebhooks,
    nothing,
    async ({ caller }) => ({
      webhooks: (await listWebhooks(context, caller)).map(({ parked, ...webhook }) => ({ ...webhook, failed: parked })),
    }),
    read,
  );
  serve(
    area,
    webhooks.createWebhook,
    createWebhookRequest,
    ({ caller }, { body }) => createWebhook(context, caller, body).catch(toViolation),
    { ...change, isDangerous: true },
  );
  const readKeys = async (caller: Parameters<typeof listWebhookPublicKeys>[1]) => ({
    keys: await listWebhookPublicKeys(context, caller),
  });
  serve(area, webhooks.listWebhookKeys, nothing, ({ caller }) => readKeys(caller), read);
  serve(
    area,
    webhooks.rotateWebhookKey,
    rotateWebhookKeyRequest,
    async ({ caller }, { body }) => {
      await rotateWebhookKey(context, caller, { isAtOnce: body.immediately ?? false });
      return readKeys(caller);
    },
    { ...change, isDangerous: true },
  );
  serve(
    area,
    webhooks.listDeliveries,
    listDeliveriesRequest,
    async ({ caller }, { query: { limit = 50, ...filter } }) => ({
      deliveries: (await listDeliveries(context, caller, { ...filter, limit })).map(toDelivery),
    }),
    read,
  );
  serve(
    area,
    webhooks.getDelivery,
    webhookByIdRequest,
    async ({ caller }, { params }) => ({ delivery: toDetails(await getDelivery(context, caller, params.id)) }),
    read,
  );
  serve(
    area,
    webhooks.resendDelivery,
    webhookByIdRequest,
    async ({ caller }, { params }) => {
      await redeliverEvent(context, caller, params.id);
      return {};
    },
    change,
  );
  serve(
    area,
    webhooks.updateWebhook,
    updateWebhookRequest,
    async ({ caller }, { params, body }) => {
      await pauseWebhook(context, caller, params.id, body.isPaused);
      return {};
    },
    change,
  );
  serve(
    area,
    webhooks.deleteWebhook,
    webhookByIdRequest,
    async ({ caller }, { params }) => {
      await deleteWebhook(context, caller, params.id);
      return {};
    },
    change,
  );
  serve(
    area,
    webhooks.testWebhook,
    webhookByIdRequest,
    async ({ caller }, { params }) => ({ test: await testWebhook(context, caller, params.id) }),
    change,
  );
}

function toViolation(error: unknown): never {
  if (!(error instanceof WebhookError)) throw error;
  throw new InvalidArguments([violation(error.field, error.message.replace(/\.$/, ""))]);
}

function toDelivery(delivery: DeliverySummary): WebhookDelivery {
  const { id, webhookId, eventId, type, entityId, status, attempts, lastStatus, lastError } = delivery;
  return {
    id,
    webhookId,
    eventId,
    event: type,
    entityId,
    status,
    attempts,
    createdDate: delivery.createdAt.toISOString(),
    nextAttemptDate: delivery.nextAttemptAt?.toISOString() ?? null,
    lastStatus,
    lastError,
  };
}

const toDetails = (delivery: DeliveryRecord) => ({
  ...toDelivery(delivery),
  url: delivery.url,
  request: { ...delivery.body },
  tries: delivery.tries.map(({ at, answer, ...attempt }) => ({ ...attempt, date: at.toISOString(), response: answer })),
});
