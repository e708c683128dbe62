import { endpoint } from "../endpoint.ts";
import type {
  CreateWebhookRequest,
  ListDeliveriesRequest,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  RotateWebhookKeyRequest,
  UpdateWebhookRequest,
  WebhookByIdRequest,
  WebhookDeliveryDetails,
  WebhookKeysResponse,
  WebhookTest,
} from "./webhook.ts";

type Nothing = Record<never, never>;

export const listWebhooks = /* @__PURE__ */ endpoint<Nothing, ListWebhooksResponse>(
  "GET",
  "/_api/porchlight/v1/webhooks",
);
export const createWebhook = /* @__PURE__ */ endpoint<CreateWebhookRequest, { id: string }>(
  "POST",
  "/_api/porchlight/v1/webhooks",
);
// Before the calls by id.
export const listWebhookKeys = /* @__PURE__ */ endpoint<Nothing, WebhookKeysResponse>(
  "GET",
  "/_api/porchlight/v1/webhooks/keys",
);
export const rotateWebhookKey = /* @__PURE__ */ endpoint<RotateWebhookKeyRequest, WebhookKeysResponse>(
  "POST",
  "/_api/porchlight/v1/webhooks/keys/rotate",
);
export const listDeliveries = /* @__PURE__ */ endpoint<ListDeliveriesRequest, ListDeliveriesResponse>(
  "GET",
  "/_api/porchlight/v1/webhooks/deliveries",
);
export const getDelivery = /* @__PURE__ */ endpoint<WebhookByIdRequest, { delivery: WebhookDeliveryDetails }>(
  "GET",
  "/_api/porchlight/v1/webhooks/deliveries/:id",
);
export const resendDelivery = /* @__PURE__ */ endpoint<WebhookByIdRequest, Nothing>(
  "POST",
  "/_api/porchlight/v1/webhooks/deliveries/:id/resend",
);
export const updateWebhook = /* @__PURE__ */ endpoint<UpdateWebhookRequest, Nothing>(
  "PATCH",
  "/_api/porchlight/v1/webhooks/:id",
);
export const deleteWebhook = /* @__PURE__ */ endpoint<WebhookByIdRequest, Nothing>(
  "DELETE",
  "/_api/porchlight/v1/webhooks/:id",
);
export const testWebhook = /* @__PURE__ */ endpoint<WebhookByIdRequest, { test: WebhookTest }>(
  "POST",
  "/_api/porchlight/v1/webhooks/:id/test",
);
