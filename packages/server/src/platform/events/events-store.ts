import { type EventIdentity, type EventType, eventDefinitions } from "@porchlight/contract/webhooks/event";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../context/caller.ts";
import { currentRequest } from "../context/request-context.ts";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Site } from "../server-context.ts";

/** An event of one post, draft, category, tag or like. */
export interface NewEvent {
  type: EventType;
  entityId: string;
  /** JSON text of the entity or of the action; a deleted entity as it was before. */
  entityJson?: string | undefined;
}

interface EventContext {
  site: Site;
  now(): Date;
}

/**
 * Records an event and its webhook deliveries in the transaction that causes it. Call `context.wakeWebhooks()` after
 * the transaction to deliver without the polling delay.
 */
export async function recordEvent(
  tx: DbOrTx,
  context: EventContext,
  { type, entityId, entityJson }: NewEvent,
): Promise<void> {
  const id = newId(context.now().getTime());
  const body = bodyOf[eventDefinitions[type].kind](entityJson);
  await recordEvents(tx, context, type, sql`select ${id}::uuid as id, ${entityId}::text as entity_id, ${body} as body`);
}

/** Records an update of many entities. `entities` is a query for `entity_id` and `entity_json`. */
export async function recordUpdates(
  tx: DbOrTx,
  context: EventContext,
  type: EventType,
  { entityIds, entities }: { entityIds: readonly string[]; entities: RawBuilder<unknown> },
): Promise<void> {
  const ms = context.now().getTime();
  const ids = entityIds.map(() => newId(ms));
  const [before, after] = bodyOf.updated("\n").split("\n");
  await recordEvents(
    tx,
    context,
    type,
    sql`
      select made.id, made.entity_id, ${before} || entity.entity_json || ${after} as body
      from unnest(${ids}::uuid[], ${[...entityIds]}::text[]) as made (id, entity_id)
      join (${entities}) entity on entity.entity_id::text = made.entity_id`,
  );
}

/** @param rows A query for `id`, `entity_id` and `body`, one row for each entity. */
async function recordEvents(
  tx: DbOrTx,
  context: EventContext,
  type: EventType,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const { fqdn } = eventDefinitions[type];
  const siteId = context.site.id;
  const at = context.now();
  const identity = JSON.stringify(identityOf(currentRequest()?.caller));
  // Sequence numbers, events, and a delivery for each subscription in one statement.
  await sql`
    with happened as materialized (${rows}), numbered as (
      insert into event_sequences as s (site_id, fqdn, entity_id, last)
      select ${siteId}::uuid, ${fqdn}, entity_id, 1 from happened order by entity_id
      on conflict (site_id, fqdn, entity_id) do update set last = s.last + 1
      returning entity_id, last
    ), event as (
      insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body)
      select ${siteId}::uuid, h.id, ${type}, h.entity_id, n.last, ${at}::timestamptz, ${identity}::jsonb, h.body::json
      from happened h join numbered n on n.entity_id = h.entity_id
      returning site_id, id, entity_id, sequence
    )
    insert into webhook_deliveries (site_id, id, subscription_id, event_id, fqdn, entity_id, sequence, created_at)
    select e.site_id, gen_random_uuid(), s.id, e.id, ${fqdn}, e.entity_id, e.sequence, ${at}::timestamptz
    from event e join webhook_subscriptions s on s.site_id = e.site_id
    where ${type} = any(s.event_types)`.execute(tx);
}

const bodyOf = {
  created: (json = "{}") => `{"createdEvent":{"entity":${json}}}`,
  updated: (json = "{}") => `{"updatedEvent":{"currentEntity":${json}}}`,
  deleted: (json?: string) => `{"deletedEvent":{${json === undefined ? "" : `"deletedEntity":${json}`}}}`,
  action: (json = "{}") => `{"actionEvent":{"body":${json}}}`,
};

/** Events without a caller come from a background job. */
export function identityOf(caller: Caller | undefined): EventIdentity {
  switch (caller?.kind) {
    case "member":
      return { identityType: "MEMBER", memberId: caller.memberId };
    case "visitor":
      return { identityType: "ANONYMOUS_VISITOR", anonymousVisitorId: caller.visitorId };
    case "apiKey":
      return { identityType: "APP", appId: caller.apiKey.keyId };
    case "owner":
      return { identityType: "WIX_USER" };
    default:
      return { identityType: "UNKNOWN" };
  }
}
