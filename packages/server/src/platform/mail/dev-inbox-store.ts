import type { DbOrTx } from "../db/database.ts";
import type { Channel, MailPayload } from "../db/tables/outbox-payloads.ts";

/** A message in `/dev/mail.json`. */
export interface DevInboxMessage {
  to: string;
  channel: Channel;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
  /** Of a push request: data for its response. */
  push?: { token: string; numbers: string[] };
  /** ISO 8601, UTC. */
  at: string;
}

const maxMessages = 200;

/** Inserts a message, unless its `id` exists. */
export async function insertIntoDevInbox(
  db: DbOrTx,
  siteId: string,
  id: string,
  message: Omit<MailPayload, "language"> & { channel: Channel; pushToken?: string; numbers?: string[] },
  at: Date,
): Promise<void> {
  await db
    .insertInto("dev_inbox")
    .values({
      site_id: siteId,
      id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body_text: message.text,
      body_html: message.html,
      code: message.code ?? null,
      link: message.link ?? null,
      push: message.pushToken ? JSON.stringify({ token: message.pushToken, numbers: message.numbers }) : null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(["site_id", "id"]).doNothing())
    .execute();
}

/** Returns the newest 200 messages, optionally to `to` only, oldest first. */
export async function findDevInboxMessages(
  db: DbOrTx,
  siteIds: readonly string[],
  to?: string,
): Promise<(DevInboxMessage & { id: string })[]> {
  let query = db.selectFrom("dev_inbox").selectAll().where("site_id", "in", siteIds);
  if (to) query = query.where((eb) => eb(eb.fn<string>("lower", ["recipient"]), "=", to.toLowerCase()));
  const rows = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(maxMessages).execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    to: row.recipient,
    channel: row.channel,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.link === null ? {} : { link: row.link }),
    ...(row.push === null ? {} : { push: row.push }),
    at: row.created_at.toISOString(),
  }));
}
