import type { MailKind } from "@porchlight/contract/site/mail/mail-template";
import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { MailPayload, MessageKind, OutboxKind, OutboxPayloads } from "../db/tables/outbox-payloads.ts";
import type { Tables } from "../db/tables/tables.ts";
import { deleteUnstartedJob, enqueueJob } from "./jobs-store.ts";

/** An outbox entry. Its id is also the Message-ID of an email. */
export type OutboxEntries = {
  [Kind in OutboxKind]: { siteId: string; id: string; kind: Kind; payload: OutboxPayloads[Kind] };
};
export type OutboxEntry = OutboxEntries[OutboxKind];

/** The queue of each kind of entry. Each channel has its own, so that an unavailable one does not block the others. */
const queues = {
  mail: "mail",
  recovery: "mail",
  newsletter: "newsletter-mail",
  sms: "message",
  call: "message",
  push: "message",
  unusedPicture: "image-removal",
} as const satisfies {
  [Kind in OutboxKind]: Kind extends MessageKind ? "message" : "mail" | "newsletter-mail" | "image-removal";
};

/** The outcome of an email. */
export type MailResult = "sent" | "expired";

/** Queues of outbox entries. */
export const outboxQueues = ["mail", "newsletter-mail", "message", "image-removal"] as const;
type EntriesOf<Queue> = {
  [Kind in OutboxKind]: (typeof queues)[Kind] extends Queue ? OutboxEntries[Kind] : never;
}[OutboxKind];
export type MailEntry = EntriesOf<"mail">;
export type MessageEntry = EntriesOf<"message">;
export type NewsletterEntry = EntriesOf<"newsletter-mail">;
export type ImageRemovalEntry = EntriesOf<"image-removal">;

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
      done_at: null,
    })
    .execute();
  await enqueueJob(tx, siteId, queues[kind], id, { id, delaySeconds });
  return id;
}

/** Cancels the removal of an image that has not started. @returns Whether it was cancelled. */
export async function cancelImageRemoval(tx: Transaction<Tables>, siteId: string, id: string): Promise<boolean> {
  if (!(await deleteUnstartedJob(tx, "image-removal", id))) return false;
  await deleteOutboxEntry(tx, siteId, id);
  return true;
}

/**
 * Cancels the email about the approval or rejection of a member, unless its delivery has started.
 *
 * @returns The decision; `undefined` if there is no such email.
 */
export async function cancelReviewMail(
  tx: Transaction<Tables>,
  siteId: string,
  memberId: string,
): Promise<MailPayload["review"]> {
  const { rows } = await sql<{ id: string; review: MailPayload["review"] }>`
    select id, payload -> 'review' as review from outbox
    where site_id = ${siteId} and kind = 'mail' and done_at is null and payload -> 'review' ->> 'memberId' = ${memberId}
    order by id desc limit 1`.execute(tx);
  const [entry] = rows;
  if (!entry || !(await deleteUnstartedJob(tx, "mail", entry.id))) return undefined;
  await deleteOutboxEntry(tx, siteId, entry.id);
  return entry.review;
}

export async function deleteOutboxEntry(tx: DbOrTx, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("outbox").where("site_id", "=", siteId).where("id", "=", id).execute();
}

function expiryOf(payload: object, at: Date): { expiresAt?: string } {
  if (!("ttlMinutes" in payload) || typeof payload.ttlMinutes !== "number") return {};
  return { expiresAt: new Date(at.getTime() + payload.ttlMinutes * 60_000).toISOString() };
}

/** Deletes messages to these addresses or phone numbers, and the record of those that were sent. */
export async function deleteMessagesTo(tx: Transaction<Tables>, siteId: string, addresses: string[]): Promise<void> {
  await sql`delete from outbox where site_id = ${siteId} and payload ->> 'to' = any(${addresses})`.execute(tx);
}

/** The latest email of a kind that was created after a time, and whether it is still queued. */
export async function findLastMail(
  db: DbOrTx,
  siteId: string,
  kind: MailKind,
  after: Date,
): Promise<{ createdAt: Date; isQueued: boolean } | undefined> {
  const { rows } = await sql<{ createdAt: Date; isQueued: boolean }>`
    select created_at as "createdAt", done_at is null as "isQueued" from outbox
    where site_id = ${siteId} and id > ${newId(after.getTime())} and kind = 'mail'
      and ${kind} in (payload ->> 'kind', payload -> 'template' ->> 'kind')
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Finds an entry that is not completed. */
export async function findOutboxEntry<Entry extends OutboxEntry>(
  db: DbOrTx,
  siteIds: readonly string[],
  id: string,
): Promise<Entry | undefined> {
  const row = await db
    .selectFrom("outbox")
    .select(["site_id as siteId", "id", "kind", "payload"])
    .where("site_id", "in", siteIds)
    .where("id", "=", id)
    .where("done_at", "is", null)
    .executeTakeFirst();
  return row as Entry | undefined;
}

/** Marks an entry as done. Of an email, only what the mail log shows remains. */
export async function completeOutboxEntry(
  db: DbOrTx,
  { siteId, id }: OutboxEntry,
  result: MailResult | undefined,
): Promise<void> {
  // The payload may hold a code and is not stored longer than necessary.
  await sql`
    update outbox set done_at = now(), payload = case when ${result ?? null}::text is null then '{}' else
      jsonb_strip_nulls(jsonb_build_object('to', payload -> 'to', 'language', payload -> 'language',
        'kind', payload -> 'template' -> 'kind', 'result', ${result ?? null}::text)) end
    where site_id = ${siteId} and id = ${id}`.execute(db);
}
