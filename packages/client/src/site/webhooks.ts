import * as endpoints from "@porchlight/contract/webhooks/endpoints";
import type {
  CreateWebhookRequest,
  ListDeliveriesRequest,
  WebhookKey,
  WebhookTest,
  DeliveryAttempt as WireAttempt,
  WebhookDelivery as WireDelivery,
  WebhookDeliveryDetails as WireDetails,
  Webhook as WireWebhook,
} from "@porchlight/contract/webhooks/webhook";
import type { CallOptions, Transport } from "../transport.ts";

/** Posts events to a URL, signed for an app. */
export type Webhook = Omit<WireWebhook, "id" | "createdDate"> & { _id: string; _createdDate: Date };
type DeliveryDates = { _id: string; _createdDate: Date; nextAttemptDate: Date | null };
/** An entry of the delivery log. */
export type WebhookDelivery = Omit<WireDelivery, "id" | "createdDate" | "nextAttemptDate"> & DeliveryDates;
/** An attempt of a delivery. */
export type DeliveryAttempt = Omit<WireAttempt, "date"> & { date: Date };
/** A delivery with its event and attempts. */
export type WebhookDeliveryDetails = Omit<WireDetails, "id" | "createdDate" | "nextAttemptDate" | "tries"> &
  DeliveryDates & { tries: DeliveryAttempt[] };

const datesOf = (...paths: string[]) => ({ response: { timestamp: paths } });
const details = datesOf("delivery.createdDate", "delivery.nextAttemptDate", "delivery.tries.date");

/** The webhooks of the site, for staff with the role owner. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function webhooks(transport: Transport) {
  const byId = (_id: string) => ({ params: { id: _id } });
  return {
    /** All webhooks, oldest first. */
    async listWebhooks(call?: CallOptions): Promise<Webhook[]> {
      const options = { ...call, conversion: datesOf("webhooks.createdDate") };
      const response: { webhooks: Webhook[] } = await transport.send(endpoints.listWebhooks, {}, options);
      return response.webhooks;
    },

    /**
     * Sends future events of these types to an https URL.
     *
     * @returns The ID of the webhook.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`; violations of `appId`, `url` and `events`.
     */
    async createWebhook(webhook: CreateWebhookRequest["body"], call?: CallOptions): Promise<string> {
      const response = await transport.send<object, { _id: string }>(endpoints.createWebhook, { body: webhook }, call);
      return response._id;
    },

    /** Pauses or resumes a webhook. @throws {PorchlightError} `NOT_FOUND`. */
    async pauseWebhook(_id: string, isPaused: boolean, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.updateWebhook, { ...byId(_id), body: { isPaused } }, call);
    },

    /** Deletes a webhook with its log. @throws {PorchlightError} `NOT_FOUND`. */
    async deleteWebhook(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteWebhook, byId(_id), call);
    },

    /** Sends a signed event that receivers ignore. @throws {PorchlightError} `NOT_FOUND`. */
    async testWebhook(_id: string, call?: CallOptions): Promise<WebhookTest> {
      const response: { test: WebhookTest } = await transport.send(endpoints.testWebhook, byId(_id), call);
      return response.test;
    },

    /** The latest event first. @param filter `limit` 1 to 1000, default 50. */
    async listDeliveries(filter: ListDeliveriesRequest["query"] = {}, call?: CallOptions): Promise<WebhookDelivery[]> {
      const response = await transport.send<object, { deliveries: WebhookDelivery[] }>(
        endpoints.listDeliveries,
        { query: filter },
        { ...call, conversion: datesOf("deliveries.createdDate", "deliveries.nextAttemptDate") },
      );
      return response.deliveries;
    },

    /** A delivery with its event and attempts. @throws {PorchlightError} `NOT_FOUND`. */
    async getDelivery(_id: string, call?: CallOptions): Promise<WebhookDeliveryDetails> {
      const response = await transport.send<object, { delivery: WebhookDeliveryDetails }>(
        endpoints.getDelivery,
        byId(_id),
        { ...call, conversion: details },
      );
      return response.delivery;
    },

    /** Sends a delivery again, whatever its status. @throws {PorchlightError} `NOT_FOUND`. */
    async resendDelivery(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.resendDelivery, byId(_id), call);
    },

    /** The public keys that receivers verify deliveries with, the one that signs now first. */
    async listWebhookKeys(call?: CallOptions): Promise<WebhookKey[]> {
      const response = await transport.send<object, { keys: WebhookKey[] }>(endpoints.listWebhookKeys, {}, call);
      return response.keys;
    },

    /**
     * Creates the next key, which signs after a day.
     *
     * @param options `immediately`: it signs within ten seconds, and the others are revoked.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`.
     */
    async rotateWebhookKey(options: { immediately?: boolean } = {}, call?: CallOptions): Promise<WebhookKey[]> {
      const request = { body: options };
      const response = await transport.send<object, { keys: WebhookKey[] }>(endpoints.rotateWebhookKey, request, call);
      return response.keys;
    },
  };
}
