import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Tables } from "../db/tables.ts";

/** A mail as it waits to be sent. */
export interface MailPayload {
  to: string;
  /** What it is written in. */
  language?: string | undefined;
  subject: string;
  text: string;
  html: string;
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

/** What can wait in the outbox, by kind. */
export interface OutboxPayloads {
  mail: MailPayload;
  recovery: RecoveryPayload;
}
export type OutboxKind = keyof OutboxPayloads;

/** One thing that must leave the house. Its id never changes: it is the Message-ID of a mail. */
export type OutboxEntries = {
  [Kind in OutboxKind]: { siteId: string; id: string; kind: Kind; payload: OutboxPayloads[Kind]; attempts: number };
};
export type OutboxEntry = OutboxEntries[OutboxKind];

/** Writes what must go out, in the transaction that causes it: both happen, or neither. */
export async function addToOutbox<Kind extends OutboxKind>(
  tx: Transaction<Tables>,
  siteId: string,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  at: Date,
): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({
      site_id: siteId,
      id: newId(at.getTime()),
      kind,
      payload: JSON.stringify(payload),
      created_at: at,
      locked_until: null,
      last_error: null,
      done_at: null,
      parked_at: null,
    })
    .execute();
}

type LeasedRow = { [Kind in OutboxKind]: Omit<OutboxEntries[Kind], "siteId"> & { site_id: string } }[OutboxKind];

/** Takes up to `limit` waiting entries for `leaseSeconds`; no other worker gets them meanwhile. */
export async function leaseOutbox(db: DbOrTx, limit: number, leaseSeconds: number): Promise<OutboxEntry[]> {
  const { rows } = await sql<LeasedRow>`
    update outbox set locked_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where (site_id, id) in (
      select site_id, id from outbox
      where done_at is null and parked_at is null and available_at <= now() and (locked_until is null or locked_until < now())
      order by available_at limit ${limit} for update skip locked
    )
    returning site_id, id, kind, payload, attempts`.execute(db);
  return rows.map(({ site_id, ...entry }) => ({ siteId: site_id, ...entry }));
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
