import { type EventIdentity, type EventType, eventDefinitions } from "@porchlight/contract/webhooks/event";
import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Caller, Deps } from "../deps.ts";
import { requestFacts } from "../http/request-facts.ts";

/** What happened to one post, draft, category, tag or like. */
export interface NewEvent {
  type: EventType;
  entityId: string;
  /** The entity as JSON text, or what an action is about; of what was deleted, as it was. */
  told?: string | undefined;
}

/**
 * Writes down what happened, in the transaction that makes it happen: both, or neither. Each subscriber's delivery is written with
 * it; the stream of events reads it once the transaction is over. `deps.wakeWebhooks()` afterwards spares deliveries a second.
 */
export async function recordEvent(
  tx: DbOrTx,
  deps: Pick<Deps, "site" | "now">,
  { type, entityId, told }: NewEvent,
): Promise<void> {
  const { fqdn, kind } = eventDefinitions[type];
  const siteId = deps.site.id;
  const at = deps.now();
  const identity = JSON.stringify(identityOf(requestFacts()?.caller));
  // One statement: the number, the event, and a delivery for each who wants to know.
  await sql`
    with numbered as (
      insert into event_sequences as s (site_id, fqdn, entity_id, last) values (${siteId}, ${fqdn}, ${entityId}, 1)
      on conflict (site_id, fqdn, entity_id) do update set last = s.last + 1
      returning last
    ), event as (
      insert into events (site_id, id, type, entity_id, sequence, happened_at, identity, body)
      select ${siteId}, ${newId(at.getTime())}, ${type}, ${entityId}, last, ${at}, ${identity}, ${bodyOf[kind](told)}
      from numbered
      returning site_id, id, entity_id, sequence
    )
    insert into webhook_deliveries (site_id, id, subscription_id, event_id, fqdn, entity_id, sequence, created_at)
    select e.site_id, gen_random_uuid(), s.id, e.id, ${fqdn}, e.entity_id, e.sequence, ${at}
    from event e join webhook_subscriptions s on s.site_id = e.site_id
    where ${type} = any(s.event_types)`.execute(tx);
}

const bodyOf = {
  created: (told = "{}") => `{"createdEvent":{"entity":${told}}}`,
  updated: (told = "{}") => `{"updatedEvent":{"currentEntity":${told}}}`,
  deleted: (told?: string) => `{"deletedEvent":{${told === undefined ? "" : `"deletedEntity":${told}`}}}`,
  action: (told = "{}") => `{"actionEvent":{"body":${told}}}`,
};

/** Without a caller it is this server itself: a post that was due, say. */
function identityOf(caller: Caller | undefined): EventIdentity {
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
