import { sql } from "kysely";
import { equalInConstantTime, type Secrets } from "../crypto/secrets.ts";
import type { DbOrTx } from "../db/database.ts";
import { isId } from "../db/ids.ts";

/** Emails that a recipient can stop with one click. */
export const optOutTopics = ["comments"] as const;
export type OptOutTopic = (typeof optOutTopics)[number];

const newsletterTopic = "newsletter";

/** An address that does not want emails of a topic, without the address itself. */
export interface OptOut {
  topic: OptOutTopic;
  addressHash: Buffer;
}

const hashOf = (secrets: Secrets, email: string) => secrets.mac("unsubscribe address", email.toLowerCase());

interface LinkContext {
  secrets: Secrets;
  config: { publicUrl: string };
}

/** The page that stops emails of a topic to this address, also by a POST of an email program (RFC 8058). */
export function unsubscribeUrl(context: LinkContext, topic: OptOutTopic, email: string): string {
  return signedUrl(context, `${topic}.${hashOf(context.secrets, email).toString("base64url")}`);
}

/** As {@link unsubscribeUrl}, for a subscriber of the newsletter, whose address may change. */
export function newsletterUnsubscribeUrl(context: LinkContext, memberId: string): string {
  return signedUrl(context, `${newsletterTopic}.${memberId}`);
}

function signedUrl({ secrets, config }: LinkContext, subject: string): string {
  const signature = secrets.mac("unsubscribe link", subject).toString("base64url");
  return `${config.publicUrl}/hosted/unsubscribe?${new URLSearchParams({ token: `${subject}.${signature}` })}`;
}

/** Reads the token of a link to unsubscribe; `undefined` if it is invalid. Tokens do not expire. */
export function parseUnsubscribeToken(
  secrets: Secrets,
  token: string,
): OptOut | { topic: typeof newsletterTopic; memberId: string } | undefined {
  const [name = "", subject = "", signature = "", ...others] = token.split(".");
  const expected = secrets.mac("unsubscribe link", `${name}.${subject}`);
  if (others.length > 0 || !equalInConstantTime(expected, Buffer.from(signature, "base64url"))) return undefined;
  if (name === newsletterTopic) return isId(subject) ? { topic: newsletterTopic, memberId: subject } : undefined;
  const topic = optOutTopics.find((existing) => existing === name);
  return topic && { topic, addressHash: Buffer.from(subject, "base64url") };
}

/** Stops or resumes emails; idempotent. */
export async function setOptOut(
  db: DbOrTx,
  siteId: string,
  { topic, addressHash }: OptOut,
  isStopped: boolean,
  at: Date,
): Promise<void> {
  await (isStopped
    ? sql`insert into mail_opt_outs (site_id, address_hash, topic, created_at)
        values (${siteId}, ${addressHash}, ${topic}, ${at}) on conflict do nothing`
    : sql`delete from mail_opt_outs where site_id = ${siteId} and topic = ${topic} and address_hash = ${addressHash}`
  ).execute(db);
}

/** Whether an address has stopped emails of a topic. */
export async function hasOptedOut(
  db: DbOrTx,
  { secrets, site }: { secrets: Secrets; site: { id: string } },
  topic: OptOutTopic,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from mail_opt_outs
    where site_id = ${site.id} and topic = ${topic} and address_hash = ${hashOf(secrets, email)}`.execute(db);
  return rows.length > 0;
}
