import type { EventType } from "./event.ts";

/** Posts events to a URL, signed for an app. */
export interface Webhook {
  id: string;
  /** Client ID of the app that receives the events. */
  appId: string;
  url: string;
  events: EventType[];
  /** `failing` if the last delivery failed. */
  state: "working" | "failing" | "paused";
  /** Number of waiting deliveries. */
  waiting: number;
  /** Number of deliveries that failed after all attempts. */
  failed: number;
  /** ISO 8601, UTC. */
  createdDate: string;
}

/** The states of a delivery. `PARKED`: all attempts have failed. */
export const deliveryStatuses = ["WAITING", "DELIVERED", "PARKED"] as const;
/** The state of a delivery. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An entry of the delivery log. */
export interface WebhookDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  event: EventType;
  entityId: string;
  status: DeliveryStatus;
  attempts: number;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** `null` unless it is waiting. */
  nextAttemptDate: string | null;
  /** HTTP status of the last attempt. */
  lastStatus: number | null;
  /** Why there was no response to the last attempt. */
  lastError: string | null;
}

/** An attempt of a delivery. */
export interface DeliveryAttempt {
  number: number;
  /** ISO 8601, UTC. */
  date: string;
  milliseconds: number;
  /** HTTP status of the response. */
  status: number | null;
  /** Start of the body of the response. */
  response: string | null;
  error: string | null;
}

/** A delivery with its event and attempts. */
export interface WebhookDeliveryDetails extends WebhookDelivery {
  url: string;
  /** The event as the receiver gets it, without its envelope. */
  request: Record<string, unknown>;
  tries: DeliveryAttempt[];
}

/** The outcome of a test delivery. */
export interface WebhookTest {
  status: number | null;
  response: string | null;
  error: string | null;
  milliseconds: number;
}

export interface ListWebhooksResponse {
  /** Oldest first. */
  webhooks: Webhook[];
}
export type CreateWebhookRequest = { body: { appId: string; url: string; events: EventType[] } };
export type WebhookByIdRequest = { params: { id: string } };
export type UpdateWebhookRequest = { params: { id: string }; body: { isPaused: boolean } };
export type ListDeliveriesRequest = {
  query: { webhookId?: string | undefined; status?: DeliveryStatus | undefined; limit?: number | undefined };
};
export interface ListDeliveriesResponse {
  /** The latest event first. */
  deliveries: WebhookDelivery[];
}

/** A key that receivers verify deliveries with. */
export interface WebhookKey {
  id: string;
  /** PEM. */
  publicKey: string;
}
export interface WebhookKeysResponse {
  /** The one that signs now first. */
  keys: WebhookKey[];
}
export type RotateWebhookKeyRequest = {
  body: {
    /** Whether the new key signs immediately and the others are rejected, for a leaked key. */
    immediately?: boolean | undefined;
  };
};
