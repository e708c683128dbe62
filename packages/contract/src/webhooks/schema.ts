import * as z from "zod";
import { guid, queryInteger } from "../wire/value-schema.ts";
import { eventTypes } from "./event.ts";
import { deliveryStatuses } from "./webhook.ts";

const event = z.enum(eventTypes);
const status = z.enum(deliveryStatuses);

export const createWebhookRequest = z.object({
  body: z.object({ appId: guid, url: z.string().max(5000), events: z.array(event).min(1).max(eventTypes.length) }),
});
export const webhookByIdRequest = z.object({ params: z.object({ id: guid }) });
export const updateWebhookRequest = z.object({
  params: z.object({ id: guid }),
  body: z.object({ isPaused: z.boolean() }),
});
export const listDeliveriesRequest = z.object({
  query: z.object({ webhookId: guid.optional(), status: status.optional(), limit: queryInteger(1, 1000).optional() }),
});
export const rotateWebhookKeyRequest = z.object({ body: z.object({ immediately: z.boolean().optional() }) });

const webhook = z.object({
  id: guid,
  appId: guid,
  url: z.string(),
  events: z.array(event),
  state: z.enum(["working", "failing", "paused"]),
  waiting: z.number(),
  failed: z.number(),
  createdDate: z.iso.datetime(),
});
export const listWebhooksResponse = z.object({ webhooks: z.array(webhook) });
export const createWebhookResponse = z.object({ id: guid });

const delivery = z.object({
  id: guid,
  webhookId: guid,
  eventId: guid,
  event,
  entityId: z.string(),
  status,
  attempts: z.number(),
  createdDate: z.iso.datetime(),
  nextAttemptDate: z.iso.datetime().nullable(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
});
export const listDeliveriesResponse = z.object({ deliveries: z.array(delivery) });
export const deliveryResponse = z.object({
  delivery: delivery.extend({
    url: z.string(),
    request: z.record(z.string(), z.unknown()),
    tries: z.array(
      z.object({
        number: z.number(),
        date: z.iso.datetime(),
        milliseconds: z.number(),
        status: z.number().nullable(),
        response: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
  }),
});
export const webhookTestResponse = z.object({
  test: z.object({
    status: z.number().nullable(),
    response: z.string().nullable(),
    error: z.string().nullable(),
    milliseconds: z.number(),
  }),
});
export const webhookKeysResponse = z.object({ keys: z.array(z.object({ id: z.string(), publicKey: z.string() })) });
