import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Tables } from "../db/tables/tables.ts";

/** A mail as it waits to be sent, in the built-in words; the owner's, if there are any by then, take their place when it leaves. */
export interface MailPayload {
  to: string;
  /** What it is written in. */
  language?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** Which mail it is, what its words are filled with, and why it came. */
  template?: { kind: string; values: Readonly<Record<string, string | number>>; footer: string };
  /** After so long it is of no use, and not sent. */
  ttlMinutes?: number | undefined;
  /** The same as a time, ISO 8601; written by {@link enqueueOutboxEntry}. */
  expiresAt?: string;
  /** Shown apart in the development inbox. */
  code?: string;
  link?: string;
}

/** A forgotten password as it waits to be looked into: whether there is a member is found out after the answer. */
export interface RecoveryPayload {
  /** Key of the e-mail that was typed; the mail itself goes to the stored address. */
  to: string;
  /** What whoever asked wished; the member's own language counts after it. */
  language?: string | null | undefined;
  /** Where the link leads. */
  page: string;
  /** Whether the token goes into the query of `page`, rather than into its fragment. */
  readsQuery?: boolean | undefined;
}

/** What a message of any kind carries, beside its words. */
interface Message {
  /** Whom it is for. */
  memberId: string;
  /** ISO 8601. Later it is of no use, and not sent. */
  expiresAt: string;
  language: string;
  /** What stands in the development inbox over it. */
  subject: string;
  /** To be shown, or said. */
  text: string;
  /** The second steps that it is for; not told to the receiver. */
  factorIds: string[];
}

/** A text or a call with a code, as it waits to leave. */
export interface PhonePayload extends Message {
  /** E.164. */
  to: string;
  code: string;
}

/** A question to the member's devices, as it waits to leave. */
export interface PushPayload extends Message {
  /** The member's e-mail: where the development inbox shows it. Not told to the receiver. */
  to: string;
  devices: { id: string; name: string | null }[];
  /** What the answer is given with. */
  pushToken: string;
  /** To choose from; the page shows one of them. */
  numbers: string[];
  answerUrl: string;
}

/** A picture that nobody shows any more, as it waits to be removed. */
export interface UnusedPicturePayload {
  /** Of its file in the media folder. */
  mediaId: string;
}

/** What can wait in the outbox, by kind. */
export interface OutboxPayloads {
  mail: MailPayload;
  recovery: RecoveryPayload;
  sms: PhonePayload;
  call: PhonePayload;
  push: PushPayload;
  unusedPicture: UnusedPicturePayload;
}
export type OutboxKind = keyof OutboxPayloads;

/** One thing that must leave the house. Its id never changes: it is the Message-ID of a mail. */
export type OutboxEntries = {
  [Kind in OutboxKind]: { siteId: string; id: string; kind: Kind; payload: OutboxPayloads[Kind]; attempts: number };
};
export type OutboxEntry = OutboxEntries[OutboxKind];

/** Kinds that go out by mail, kinds that go out by the owner's webhook, and files to remove: one being down does not keep the others. */
export const mailKinds = ["mail", "recovery"] as const satisfies readonly OutboxKind[];
export const messageKinds = ["sms", "call", "push"] as const satisfies readonly OutboxKind[];
export const fileKinds = ["unusedPicture"] as const satisfies readonly OutboxKind[];
export type MessageEntry = OutboxEntries[(typeof messageKinds)[number]];

/** Writes what must go out, in the transaction that causes it: both happen, or neither. Answers the entry's id. */
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

/** Takes an entry back that nobody has begun with; answers whether it did. */
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

/** Removes what waits to go to one of these addresses or phones, or could not be sent. */
export async function deleteMessagesTo(tx: Transaction<Tables>, siteId: string, addresses: string[]): Promise<void> {
  await sql`delete from outbox where site_id = ${siteId} and done_at is null and payload ->> 'to' = any(${addresses})`.execute(
    tx,
  );
}

type LeasedRow = { [Kind in OutboxKind]: Omit<OutboxEntries[Kind], "siteId"> & { site_id: string } }[OutboxKind];

/** Takes up to `limit` waiting entries of these kinds for `leaseSeconds`; no other worker gets them meanwhile. */
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
  // The payload may hold a code: it is not kept longer than needed.
  await sql`update outbox set done_at = now(), locked_until = null, payload = '{}' where site_id = ${entry.siteId} and id = ${entry.id}`.execute(
    db,
  );
}

/** Puts an entry back for later, or parks it when `retrySeconds` is undefined. */
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

/** Entries of the outbox that wait for a try, and those that were given up on. */
export interface OutboxCounts {
  waiting: number;
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

/** Entries that were given up on, by what they are. */
export interface DeadLetterCounts {
  mails: number;
  messages: number;
  /** Pictures to be removed. */
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
