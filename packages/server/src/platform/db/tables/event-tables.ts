import type { EventIdentity, EventType } from "@porchlight/contract/webhooks/event";
import type { ColumnType, Generated } from "kysely";
import type { Json } from "./column-types.ts";

/** Tables of events and webhooks. */
export interface EventTables {
  events: {
    site_id: string;
    id: string;
    type: EventType;
    entity_id: string;
    sequence: string;
    happened_at: Date;
    identity: Json<EventIdentity>;
    body: Json<object>;
    transaction: Generated<string>;
  };
  webhook_subscriptions: {
    site_id: string;
    id: string;
    app_id: string;
    url: string;
    event_types: EventType[];
    created_at: Date;
    paused_at: Date | null;
    failing_since: Date | null;
    told_at: Date | null;
  };
  webhook_deliveries: {
    site_id: string;
    id: string;
    subscription_id: string;
    event_id: string;
    fqdn: string;
    entity_id: string;
    sequence: string;
    status: Generated<"WAITING" | "DELIVERED" | "PARKED">;
    attempts: Generated<number>;
    tries: Generated<number>;
    created_at: Date;
    available_at: ColumnType<Date, Date | undefined, Date>;
    locked_until: Date | null;
    settled_at: Date | null;
  };
  webhook_attempts: {
    site_id: string;
    delivery_id: string;
    number: number;
    at: Date;
    milliseconds: number;
    status: number | null;
    answer: string | null;
    error: string | null;
  };
}
