import type { EventIdentity, EventType } from "@porchlight/contract/webhooks/event";
import { sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import type { OutboundResponse } from "../platform/http/outbound/post-outbound.ts";

/** One event for one subscriber, leased by this node. */
export interface LeasedDelivery {
  id: string;
  subscriptionId: string;
  appId: string;
  url: string;
  /** Number of leases including this one; also the number of the logged attempt. */
  attempts: number;
  /** Number of leases since it was last queued. */
  tries: number;
  entityId: string;
  event: StoredEvent;
}

export interface StoredEvent {
  id: string;
  type: EventType;
  entityId: string;
  sequence: string;
  happenedAt: Date;
  identity: EventIdentity;
  /** JSON object with one member. */
  body: string;
}

/** Longer than a delivery takes. When a lease expires, another node retries. */
const leaseSeconds = 30;
/** Deliveries per subscription on all nodes together; concurrent leases may exceed it slightly. */
const maxConcurrent = { healthy: 8, failing: 1 };

/** Subscriptions with due deliveries, and how many may be leased. A failing subscription gets one at a time. */
export async function findDueSubscriptions(db: DbOrTx, siteId: string): Promise<{ id: string; room: number }[]> {
  const { rows } = await sql<{ id: string; room: number }>`
    select s.id, (case when s.failing_since is null then ${maxConcurrent.healthy}::integer else ${maxConcurrent.failing}::integer end) - (
      select count(*)::integer from webhook_deliveries f
      where f.site_id = s.site_id and f.subscription_id = s.id and f.status = 'WAITING' and f.locked_until >= now()
    ) as room
    from webhook_subscriptions s
    where s.site_id = ${siteId} and s.paused_at is null and exists (
      select 1 from webhook_deliveries d
      where d.site_id = s.site_id and d.subscription_id = s.id and d.status = 'WAITING' and d.available_at <= now()
        and (d.locked_until is null or d.locked_until < now()))`.execute(db);
  return rows.filter(({ room }) => room > 0);
}

/**
 * Leases due deliveries of a subscription, the first waiting one of each entity. The query is materialized because,
 * within the update, PostgreSQL may evaluate it per row and exceed the limit.
 */
export async function leaseDeliveries(
  db: DbOrTx,
  siteId: string,
  subscriptionId: string,
  limit: number,
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<
    Omit<LeasedDelivery, "event"> & Omit<StoredEvent, "id" | "entityId"> & { eventId: string }
  >`
    with due as materialized (
      select d.id from webhook_deliveries d
      where d.site_id = ${siteId} and d.subscription_id = ${subscriptionId} and d.status = 'WAITING'
        and d.available_at <= now() and (d.locked_until is null or d.locked_until < now())
        and not exists (
          select 1 from webhook_deliveries e
          where e.site_id = d.site_id and e.subscription_id = d.subscription_id and e.fqdn = d.fqdn
            and e.entity_id = d.entity_id and e.sequence < d.sequence and e.status = 'WAITING')
      order by d.available_at, d.id limit ${limit} for update skip locked
    ), taken as (
      update webhook_deliveries
      set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1, tries = tries + 1
      where site_id = ${siteId} and id in (select id from due)
      returning *
    )
    select t.id, t.subscription_id as "subscriptionId", s.app_id as "appId", s.url, t.attempts, t.tries,
      t.entity_id as "entityId", e.id as "eventId", e.type, e.sequence::text as sequence,
      e.happened_at as "happenedAt", e.identity, e.body::text as body
    from taken t
    join webhook_subscriptions s on s.site_id = t.site_id and s.id = t.subscription_id
    join events e on e.site_id = t.site_id and e.id = t.event_id
    order by t.id`.execute(db);
  return rows.map(({ eventId, type, sequence, happenedAt, identity, body, ...delivery }) => ({
    ...delivery,
    event: { id: eventId, type, entityId: delivery.entityId, sequence, happenedAt, identity, body },
  }));
}

/** The result of one attempt. */
export interface AttemptResult {
  at: Date;
  milliseconds: number;
  outcome: OutboundResponse | { error: string };
}

const insertAttempt = (
  siteId: string,
  { id, attempts }: LeasedDelivery,
  { at, milliseconds, outcome }: AttemptResult,
) => {
  const {
    status = null,
    text = null,
    error = null,
  }: { status?: number | null; text?: string | null; error?: string | null } = outcome;
  return sql`
    insert into webhook_attempts (site_id, delivery_id, number, at, milliseconds, status, answer, error)
    select ${siteId}, ${id}, ${attempts}, ${at}, ${milliseconds}::integer, ${status}::integer, ${text}::text, ${error}::text
    where exists (select 1 from webhook_deliveries where site_id = ${siteId} and id = ${id})
    on conflict do nothing`;
};

/** Whether this node still has the lease. */
const isLeased = (siteId: string, { id, attempts }: LeasedDelivery) =>
  sql`site_id = ${siteId} and id = ${id} and attempts = ${attempts} and status = 'WAITING'`;

/** Required before changing several deliveries, to prevent deadlocks. Does not block inserts. */
async function lockSubscription(tx: DbOrTx, siteId: string, id: string): Promise<void> {
  await sql`select 1 from webhook_subscriptions where site_id = ${siteId} and id = ${id} for no key update`.execute(tx);
}

/** Records a successful delivery. Requires a transaction. */
export async function completeDelivery(
  tx: DbOrTx,
  siteId: string,
  delivery: LeasedDelivery,
  result: AttemptResult,
): Promise<void> {
  await lockSubscription(tx, siteId, delivery.subscriptionId);
  await insertAttempt(siteId, delivery, result).execute(tx);
  await sql`update webhook_deliveries set status = 'DELIVERED', settled_at = now(), locked_until = null
    where ${isLeased(siteId, delivery)}`.execute(tx);
  await releaseNext(tx, siteId, delivery);
  await sql`update webhook_subscriptions set failing_since = null, told_at = null
    where site_id = ${siteId} and id = ${delivery.subscriptionId} and (failing_since is not null or told_at is not null)`.execute(
    tx,
  );
}

/**
 * Records a failed delivery. Requires a transaction.
 *
 * @param retrySeconds Delay of the next attempt and of later deliveries of the entity; undefined dead-letters the
 * delivery.
 */
export async function failDelivery(
  tx: DbOrTx,
  siteId: string,
  delivery: LeasedDelivery,
  result: AttemptResult,
  retrySeconds: number | undefined,
): Promise<void> {
  await lockSubscription(tx, siteId, delivery.subscriptionId);
  await insertAttempt(siteId, delivery, result).execute(tx);
  await sql`update webhook_subscriptions set failing_since = now()
    where site_id = ${siteId} and id = ${delivery.subscriptionId} and failing_since is null`.execute(tx);
  if (retrySeconds === undefined) {
    await sql`update webhook_deliveries set status = 'PARKED', settled_at = now(), locked_until = null
      where ${isLeased(siteId, delivery)}`.execute(tx);
    return releaseNext(tx, siteId, delivery);
  }
  const until = sql`now() + make_interval(secs => ${retrySeconds})`;
  const { numAffectedRows } = await sql`update webhook_deliveries set locked_until = null, available_at = ${until}
    where ${isLeased(siteId, delivery)}`.execute(tx);
  if (numAffectedRows === 0n) return;
  // Later deliveries of the entity cannot precede it, so they need not be checked before.
  await sql`update webhook_deliveries d set available_at = ${until}
    from webhook_deliveries h
    where h.site_id = ${siteId} and h.id = ${delivery.id} and d.site_id = h.site_id
      and d.subscription_id = h.subscription_id and d.fqdn = h.fqdn and d.entity_id = h.entity_id
      and d.sequence > h.sequence and d.status = 'WAITING'`.execute(tx);
}

/** Makes the following deliveries of the entity due. */
async function releaseNext(tx: DbOrTx, siteId: string, { id }: LeasedDelivery): Promise<void> {
  await sql`update webhook_deliveries d set available_at = now()
    from webhook_deliveries h
    where h.site_id = ${siteId} and h.id = ${id} and d.site_id = h.site_id
      and d.subscription_id = h.subscription_id and d.fqdn = h.fqdn and d.entity_id = h.entity_id
      and d.sequence > h.sequence and d.status = 'WAITING' and d.tries = 0 and d.available_at > now()`.execute(tx);
}

/** Marks the owner as notified. @returns False if they already were. */
export async function markOwnerNotified(tx: DbOrTx, siteId: string, subscriptionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update webhook_subscriptions set told_at = now()
    where site_id = ${siteId} and id = ${subscriptionId} and told_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Queues a delivery again, whatever its status. @returns The id of its webhook, if it exists. */
export async function resendDelivery(db: DbOrTx, siteId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ subscription_id: string }>`
    update webhook_deliveries set status = 'WAITING', tries = 0, available_at = now(), settled_at = null
    where site_id = ${siteId} and id = ${id} returning subscription_id`.execute(db);
  return rows[0]?.subscription_id;
}

/** Queues dead-lettered deliveries again. Requires a transaction. @returns How many. */
export async function resendDeadLettered(tx: DbOrTx, siteId: string, subscriptionId: string): Promise<number> {
  await lockSubscription(tx, siteId, subscriptionId);
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'WAITING', tries = 0, available_at = now(), settled_at = null
    where site_id = ${siteId} and subscription_id = ${subscriptionId} and status = 'PARKED'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Queues all events since a time, also from before the subscription. Requires a transaction. @returns How many. */
export async function resendSince(
  tx: DbOrTx,
  siteId: string,
  subscriptionId: string,
  since: Date,
  fqdns: { type: string; fqdn: string }[],
  at: Date,
): Promise<number> {
  await lockSubscription(tx, siteId, subscriptionId);
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (site_id, id, subscription_id, event_id, fqdn, entity_id, sequence, created_at)
    select e.site_id, gen_random_uuid(), s.id, e.id, k.fqdn, e.entity_id, e.sequence, ${at}
    from events e
    join webhook_subscriptions s on s.site_id = e.site_id and e.type = any(s.event_types)
    join unnest(${fqdns.map(({ type }) => type)}::text[], ${fqdns.map(({ fqdn }) => fqdn)}::text[]) as k (type, fqdn) on k.type = e.type
    where s.site_id = ${siteId} and s.id = ${subscriptionId} and e.happened_at >= ${since}
    on conflict (site_id, subscription_id, event_id)
    do update set status = 'WAITING', tries = 0, available_at = now(), settled_at = null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** The state of a delivery; `PARKED` is dead-lettered. */
export type DeliveryStatus = "WAITING" | "DELIVERED" | "PARKED";

/** An entry of the delivery log. */
export interface DeliverySummary {
  id: string;
  webhookId: string;
  eventId: string;
  type: EventType;
  entityId: string;
  sequence: string;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  /** Null unless it is waiting. */
  nextAttemptAt: Date | null;
  /** HTTP status of the last attempt. */
  lastStatus: number | null;
  lastError: string | null;
}

const deliveryColumns = sql`
  d.id, d.subscription_id as "webhookId", d.event_id as "eventId", e.type, d.entity_id as "entityId",
  d.sequence::text as sequence, d.status, d.attempts, d.created_at as "createdAt",
  case when d.status = 'WAITING' then d.available_at end as "nextAttemptAt",
  a.status as "lastStatus", a.error as "lastError"`;
const deliveryTables = sql`
  webhook_deliveries d join events e on e.site_id = d.site_id and e.id = d.event_id
  left join lateral (
    select status, error from webhook_attempts t where t.site_id = d.site_id and t.delivery_id = d.id
    order by number desc limit 1) a on true`;

/** The latest event first. */
export async function findDeliveries(
  db: DbOrTx,
  siteId: string,
  { webhookId, status, limit }: { webhookId?: string | undefined; status?: DeliveryStatus | undefined; limit: number },
): Promise<DeliverySummary[]> {
  const { rows } = await sql<DeliverySummary>`select ${deliveryColumns} from ${deliveryTables}
    where d.site_id = ${siteId} ${webhookId === undefined ? sql`` : sql`and d.subscription_id = ${webhookId}`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
    order by d.event_id desc, d.id limit ${limit}`.execute(db);
  return rows;
}

/** One delivery with its event and all attempts. */
export interface DeliveryRecord extends DeliverySummary {
  url: string;
  happenedAt: Date;
  identity: EventIdentity;
  body: object;
  tries: {
    number: number;
    at: Date;
    milliseconds: number;
    status: number | null;
    answer: string | null;
    error: string | null;
  }[];
}

export async function findDelivery(db: DbOrTx, siteId: string, id: string): Promise<DeliveryRecord | undefined> {
  const { rows } = await sql<Omit<DeliveryRecord, "tries">>`
    select ${deliveryColumns}, s.url, e.happened_at as "happenedAt", e.identity, e.body
    from ${deliveryTables} join webhook_subscriptions s on s.site_id = d.site_id and s.id = d.subscription_id
    where d.site_id = ${siteId} and d.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const tries = await db
    .selectFrom("webhook_attempts")
    .select(["number", "at", "milliseconds", "status", "answer", "error"])
    .where("site_id", "=", siteId)
    .where("delivery_id", "=", id)
    .orderBy("number")
    .execute();
  return { ...row, tries };
}
