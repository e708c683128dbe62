import { emptyResponse } from "../auth/response-schema.ts";
import type { EndpointDocs } from "../endpoint-docs.ts";
import {
  createWebhookResponse,
  deliveryResponse,
  listDeliveriesResponse,
  listWebhooksResponse,
  webhookKeysResponse,
  webhookTestResponse,
} from "./schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const example = { params: { id: exampleId } };
const nothing = { description: "An empty object.", schema: emptyResponse };
const keys = { description: "The public keys, the one that signs now first.", schema: webhookKeysResponse };

export const webhookDocs = {
  listWebhooks: {
    summary: "List webhooks",
    description: "Requires the role owner.",
    response: { description: "The webhooks, oldest first.", schema: listWebhooksResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  createWebhook: {
    summary: "Create a webhook",
    description:
      "Requires the role owner and a recent authentication. Sends future events of these types to an https URL.",
    response: { description: "The ID of the webhook.", schema: createWebhookResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: {
      body: { appId: exampleId, url: "https://example.com/webhook", events: ["wix.blog.v3.post_created"] },
    },
  },
  updateWebhook: {
    summary: "Pause or resume a webhook",
    description: "Requires the role owner. Events of a pause are sent on resuming, if they are not older than 30 days.",
    response: nothing,
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example: { ...example, body: { isPaused: true } },
  },
  deleteWebhook: {
    summary: "Delete a webhook",
    description: "Requires the role owner. Also deletes its waiting deliveries and its log.",
    response: nothing,
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example,
  },
  testWebhook: {
    summary: "Send a test to a webhook",
    description:
      "Requires the role owner. Sends a signed event of the type `porchlight.webhook_test`, which receivers ignore, and returns the response. It is not logged.",
    response: { description: "The response of the receiver.", schema: webhookTestResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example,
  },
  listDeliveries: {
    summary: "List deliveries",
    description: "Requires the role owner.",
    response: { description: "The deliveries, the latest event first.", schema: listDeliveriesResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { status: "PARKED", limit: 20 } },
  },
  getDelivery: {
    summary: "Get a delivery",
    description: "Requires the role owner. Returns the event and all attempts.",
    response: { description: "The delivery.", schema: deliveryResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example,
  },
  resendDelivery: {
    summary: "Send a delivery again",
    description: "Requires the role owner. Whatever the status of the delivery is.",
    response: nothing,
    errors: ["NOT_ALLOWED", "NOT_FOUND"],
    example,
  },
  listWebhookKeys: {
    summary: "List the keys of webhooks",
    description: "Requires the role owner. Receivers verify deliveries with these public keys.",
    response: keys,
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  rotateWebhookKey: {
    summary: "Rotate the key of webhooks",
    description:
      "Requires the role owner and a recent authentication. Creates the next key, which signs after a day. With `immediately`, it signs within ten seconds, and the other keys are revoked.",
    response: keys,
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: {} },
  },
} as const satisfies Record<string, EndpointDocs>;
