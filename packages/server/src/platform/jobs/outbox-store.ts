import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { MessageKind, OutboxKind, OutboxPayloads } from "../db/tables/outbox-payloads.ts";
import type { Tables } from "../db/tables/tables.ts";

/** An outbox entry. Its id is also the Message-ID of an email. */
export type OutboxEntries = {
  [Kind in OutboxKind]: { siteId: string; id: string; kind: Kind; payload: OutboxPayloads[Kind]; attempts: number };
};
export type OutboxEntry = OutboxEntries[OutboxKind];

/** The worker of each kind. Each channel has its own, so that an unavailable one does not block the others. */
const workers = {
  mail: "mails",
  recovery: "mails",
  sms: "messages",
  call: "messages",
  push: "messages",
  unusedPicture: "files",
} as const satisfies { [Kind in OutboxKind]: Kind extends MessageKind ? "messages" : "mails" | "files" };

type KindsOf<Worker> = { [Kind in OutboxKind]: (typeof workers)[Kind] extends Worker ? Kind : never }[OutboxKind];

function kindsOf<Worker extends keyof DeadLetterCounts>(worker: Worker): readonly KindsOf<Worker>[] {
  const kinds = Object.keys(workers) as OutboxKind[];
  return kinds.filter((kind): kind is KindsOf<Worker> => workers[kind] === worker);
}

export const mailKinds = kindsOf("mails");
export const messageKinds = kindsOf("messages");
export const fileKinds = kindsOf("files");
export type MessageEntry = OutboxEntries[MessageKind];

/** Queues an entry in the transaction that causes it. @returns The id of the entry. */
export async function enqueueOutboxEntry<Kind extends OutboxKind>(
  tx: Transaction<Tables>,
  siteId: string,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  at: Date,
  delaySeconds = 0,
): Promise<string> {
  const id = newId(at.getTime());
  await tx
    .insertInto("outbox")
    .values({
      site_id: siteId,
      id,
      kind,
      payload: JSON.stringify({ ...payload, ...expiryOf(payload, at) }),
      created_at: at,
      available_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
      locked_until: null,
      last_error: null,
      done_at: null,
      parked_at: null,
    })
    .execute();
  return id;
}

/** Deletes an entry that no worker has started. @returns Whether it was deleted. */
export async function cancelOutboxEntry(tx: Transaction<Tables>, siteId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("outbox")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("attempts", "=", 0)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function expiryOf(payload: object, at: Date): { expiresAt?: string } {
  if (!("ttlMinutes" in payload) || typeof payload.ttlMinutes !== "number") return {};
  return { expiresAt: new Date(at.getTime() + payload.ttlMinutes * 60_000).toISOString() };
}

/** Deletes unsent messages to these addresses or phone numbers. */
export async function deleteMessagesTo(tx: Transaction<Tables>, siteId: string, addresses: string[]): Promise<void> {
  await sql`delete from outbox where site_id = ${siteId} and done_at is null and payload ->> 'to' = any(${addresses})`.execute(
    tx,
  );
}

type LeasedRow = { [Kind in OutboxKind]: Omit<OutboxEntries[Kind], "siteId"> & { site_id: string } }[OutboxKind];

/** Leases up to `limit` due entries of these kinds for `leaseSeconds`. */
export async function leaseOutbox<Kind extends OutboxKind>(
  db: DbOrTx,
  kinds: readonly Kind[],
  limit: number,
  leaseSeconds: number,
): Promise<OutboxEntries[Kind][]> {
  const { rows } = await sql<LeasedRow>`
    with due as materialized (
      select site_id, id from outbox
      where kind = any(${kinds}::text[]) and done_at is null and parked_at is null and available_at <= now() and (locked_until is null or locked_until < now())
      order by available_at limit ${limit} for update skip locked
    )
    update outbox set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where (site_id, id) in (select site_id, id from due)
    returning site_id, id, kind, payload, attempts`.execute(db);
  return rows.map(({ site_id, ...entry }) => ({ siteId: site_id, ...entry }) as OutboxEntries[Kind]);
}

export async function markDone(db: DbOrTx, entry: OutboxEntry): Promise<void> {
  // The payload may hold a code and is not stored longer than necessary.
  await sql`update outbox set done_at = now(), locked_until = null, payload = '{}' where site_id = ${entry.siteId} and id = ${entry.id}`.execute(
    db,
  );
}

/** Schedules a retry, or dead-letters the entry if `retrySeconds` is undefined. */
export async function markFailed(
  db: DbOrTx,
  entry: OutboxEntry,
  error: string,
  retrySeconds: number | undefined,
): Promise<void> {
  if (retrySeconds === undefined) {
    await sql`update outbox set parked_at = now(), locked_until = null, last_error = ${error} where site_id = ${entry.siteId} and id = ${entry.id}`.execute(
      db,
    );
    return;
  }
  await sql`update outbox set locked_until = null, last_error = ${error}, available_at = now() + make_interval(secs => ${retrySeconds})
    where site_id = ${entry.siteId} and id = ${entry.id}`.execute(db);
}

/** Outbox entries by state. */
export interface OutboxCounts {
  waiting: number;
  /** Dead-lettered. */
  parked: number;
}

/** Counts waiting and dead-lettered outbox entries. */
export async function countOutbox(db: DbOrTx): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select
      count(*) filter (where parked_at is null)::integer as waiting,
      count(*) filter (where parked_at is not null)::integer as parked
    from outbox where done_at is null`.execute(db);
  return rows[0]!;
}

/** Dead-lettered entries by channel. */
export interface DeadLetterCounts {
  mails: number;
  messages: number;
  /** Deletions of images. */
  files: number;
}

/** Counts dead-lettered emails, messages, and file deletions. */
export async function countDeadLetters(db: DbOrTx): Promise<DeadLetterCounts> {
  const ofKinds = (kinds: readonly string[]) => sql`count(*) filter (where kind = any(${kinds}::text[]))::integer`;
  const { rows } = await sql<DeadLetterCounts>`
    select ${ofKinds(mailKinds)} as mails, ${ofKinds(messageKinds)} as messages, ${ofKinds(fileKinds)} as files
    from outbox where done_at is null and parked_at is not null`.execute(db);
  return rows[0]!;
}
