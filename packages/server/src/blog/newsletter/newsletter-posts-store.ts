import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { hasFullAccess, richContentColumn, type Visibility } from "../posts/post-json-sql.ts";
import { isVisible, urlLanguage } from "../posts/posts-store.ts";

/** `DECLINED`: the owner decided against emails. The others: see the contract. */
export type NewsletterState = "PLANNED" | "DECLINED" | "CANCELED" | "QUEUED" | "SENDING" | "SENT";

/** A post and the decision about its emails. */
export interface NewsletterPostRow {
  /** Null without a decision. */
  state: NewsletterState | null;
  queuedAt: Date | null;
  completedAt: Date | null;
  wasPublished: boolean;
  isPublished: boolean;
  /** When the emails were queued. */
  recipients: number | null;
  sent: number;
  /** Emails still to be sent. */
  waiting: number;
  failed: number;
  /** Failed emails that can be sent again. */
  retryable: number;
}

/** Condition on `newsletter_subscriptions s`, `members m` and `posts p`: the member subscribed to the post. */
const isSubscribed = sql<boolean>`(s.status = 'SUBSCRIBED' and m.status = 'ACTIVE'
  and (m.email_verified or s.confirmed_email = m.email_key)
  and (s.category_ids is null or exists (select from post_categories c
    where c.site_id = p.site_id and c.post_id = p.id and c.category_id = any(s.category_ids))))`;

/** Subscribers who are recipients of neither the post nor a translation of it. */
const newRecipients = (siteId: string, postId: string): RawBuilder<unknown> => sql`
  from posts p join newsletter_subscriptions s on s.site_id = p.site_id
  join members m on m.site_id = s.site_id and m.id = s.member_id
  where p.site_id = ${siteId} and p.id = ${postId} and ${isSubscribed}
    and not exists (select from newsletter_deliveries d
      where d.site_id = ${siteId} and d.member_id = s.member_id and d.post_id = any(array(
        select other.id from posts post join posts other on other.site_id = post.site_id
          and (other.id = post.id or other.translation_id = post.translation_id)
        where post.site_id = ${siteId} and post.id = ${postId})))`;

/** Emails that may be sent again; the mail server may have accepted interrupted ones. */
const isRetryable = sql<boolean>`d.status = 'FAILED' and d.reason is distinct from 'interrupted'`;

/** Failed emails that may be sent again, to members who are still subscribed. */
const retryableDeliveries = (siteId: string, postId: string): RawBuilder<unknown> => sql`
  from newsletter_deliveries d join posts p on p.site_id = d.site_id and p.id = d.post_id
  join newsletter_subscriptions s on s.site_id = d.site_id and s.member_id = d.member_id
  join members m on m.site_id = d.site_id and m.id = d.member_id
  where d.site_id = ${siteId} and d.post_id = ${postId} and ${isRetryable} and ${isSubscribed}`;

/** A post that is not in the trash. @param lock Whether to lock the post until the transaction ends. */
export async function findNewsletterPost(
  db: DbOrTx,
  siteId: string,
  postId: string,
  lock = false,
): Promise<NewsletterPostRow | undefined> {
  const { rows } = await sql<NewsletterPostRow>`
    select n.state, n.queued_at as "queuedAt", n.completed_at as "completedAt",
      p.last_published_at is not null as "wasPublished", p.status = 'PUBLISHED' as "isPublished", n.recipients, d.sent, d.waiting, d.failed,
      case when d.failed > 0 then (select count(*)::integer ${retryableDeliveries(siteId, postId)}) else 0 end as retryable
    from posts p
    left join newsletter_posts n on n.site_id = p.site_id and n.post_id = p.id
    cross join lateral (
      select count(*) filter (where status = 'SENT')::integer as sent, count(*) filter (where status = 'FAILED')::integer as failed,
        count(*) filter (where status in ('WAITING', 'QUEUED', 'SENDING'))::integer as waiting
      from newsletter_deliveries d where d.site_id = p.site_id and d.post_id = p.id
    ) d
    where p.site_id = ${siteId} and p.id = ${postId} and p.status <> 'DELETED'
    ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

export async function setNewsletterState(
  tx: DbOrTx,
  siteId: string,
  postId: string,
  state: NewsletterState,
  completedAt: Date | null = null,
): Promise<void> {
  await sql`
    insert into newsletter_posts (site_id, post_id, state, completed_at)
    values (${siteId}, ${postId}, ${state}, ${completedAt})
    on conflict (site_id, post_id) do update set state = excluded.state, completed_at = excluded.completed_at`.execute(
    tx,
  );
}

/** Marks planned emails as queued. @returns Their former state; undefined unless they were planned or queued. */
export async function markQueued(
  tx: DbOrTx,
  siteId: string,
  postId: string,
  at: Date,
): Promise<"PLANNED" | "QUEUED" | undefined> {
  const { rows } = await sql<{ former: "PLANNED" | "QUEUED" }>`
    update newsletter_posts n set state = 'QUEUED', queued_at = case when former.state = 'PLANNED' then ${at} else n.queued_at end,
      recipients = (select count(*) ${newRecipients(siteId, postId)})
    from (select state from newsletter_posts where site_id = ${siteId} and post_id = ${postId} for update) former
    where n.site_id = ${siteId} and n.post_id = ${postId} and former.state in ('PLANNED', 'QUEUED')
    returning former.state as former`.execute(tx);
  return rows[0]?.former;
}

/** Ends emails that are not queued anymore, because their job was canceled or failed. */
export async function endNewsletter(tx: DbOrTx, siteId: string, postId: string, at: Date): Promise<void> {
  await sql`
    update newsletter_posts set state = case state when 'QUEUED' then 'CANCELED' else 'SENT' end, completed_at = ${at}
    where site_id = ${siteId} and post_id = ${postId} and state in ('QUEUED', 'SENDING')`.execute(tx);
  await sql`
    update newsletter_deliveries set status = 'FAILED', reason = 'canceled', updated_at = ${at}
    where site_id = ${siteId} and post_id = ${postId} and status = 'WAITING'`.execute(tx);
}

/** Undoes {@link endNewsletter}. @returns Whether the emails had ended. */
export async function resumeNewsletter(tx: DbOrTx, siteId: string, postId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_posts set state = case state when 'CANCELED' then 'QUEUED' else 'SENDING' end, completed_at = null
    where site_id = ${siteId} and post_id = ${postId} and state in ('CANCELED', 'SENT')`.execute(tx);
  await sql`
    update newsletter_deliveries set status = 'WAITING', reason = null
    where site_id = ${siteId} and post_id = ${postId} and status = 'FAILED' and mail_id is null`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Makes failed emails wait for the job that queues emails, which gives them new IDs.
 *
 * @returns Whether there are any.
 */
export async function reopenFailedDeliveries(tx: DbOrTx, siteId: string, postId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_deliveries set status = 'WAITING', reason = null, mail_id = null, updated_at = ${at}
    where site_id = ${siteId} and post_id = ${postId}
      and member_id in (select d.member_id ${retryableDeliveries(siteId, postId)})`.execute(tx);
  if (!numAffectedRows) return false;
  // Also `SENDING`, so that it waits for a batch that is the last.
  await sql`
    update newsletter_posts set state = 'SENDING', completed_at = null
    where site_id = ${siteId} and post_id = ${postId} and state in ('SENDING', 'SENT')`.execute(tx);
  return true;
}

/** The emails of a post that are to be sent. */
export interface LockedNewsletter {
  state: NewsletterState;
  queuedAt: Date;
  /** Null unless the post is published. */
  visibleFrom: Date | null;
  /** Whether the emails of a translation come first, whose recipients do not get this post. */
  isBehindTranslation: boolean;
}

/** Locks the emails of a site, so that one worker at a time queues them. */
export async function lockNewsletters(tx: DbOrTx, siteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`newsletter ${siteId}`}, 0))`.execute(tx);
}

/** Locks the emails of a post. */
export async function lockNewsletter(
  tx: DbOrTx,
  siteId: string,
  postId: string,
): Promise<LockedNewsletter | undefined> {
  const { rows } = await sql<LockedNewsletter>`
    select n.state, n.queued_at as "queuedAt", case when p.status = 'PUBLISHED' then p.first_published_at end as "visibleFrom",
      exists (select from posts other join newsletter_posts o on o.site_id = other.site_id and o.post_id = other.id
        where other.site_id = p.site_id and other.translation_id = p.translation_id and other.id <> p.id
          and (o.state = 'SENDING' or (o.state = 'QUEUED' and other.status = 'PUBLISHED'
            and (greatest(o.queued_at, other.first_published_at), other.id) < (greatest(n.queued_at, p.first_published_at), p.id)))
      ) as "isBehindTranslation"
    from newsletter_posts n join posts p on p.site_id = n.site_id and p.id = n.post_id
    where n.site_id = ${siteId} and n.post_id = ${postId} and n.state in ('QUEUED', 'SENDING') for update of n`.execute(
    tx,
  );
  return rows[0];
}

export async function countNewRecipients(db: DbOrTx, siteId: string, postId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${newRecipients(siteId, postId)}`.execute(db);
  return rows[0]!.count;
}

/** Determines the recipients of a post. Members who subscribe later do not get it. */
export async function insertRecipients(tx: DbOrTx, siteId: string, postId: string, at: Date): Promise<void> {
  await sql`
    insert into newsletter_deliveries (site_id, post_id, member_id, status, updated_at)
    select p.site_id, p.id, s.member_id, 'WAITING', ${at} ${newRecipients(siteId, postId)}`.execute(tx);
}

/** A recipient of a post. */
export interface NewsletterRecipient {
  memberId: string;
  email: string;
}

/** Recipients whose emails are not queued yet. */
export async function findWaitingRecipients(
  tx: DbOrTx,
  siteId: string,
  postId: string,
  limit: number,
): Promise<NewsletterRecipient[]> {
  const { rows } = await sql<NewsletterRecipient>`
    select m.id as "memberId", m.email from newsletter_deliveries d
    join members m on m.site_id = d.site_id and m.id = d.member_id
    where d.site_id = ${siteId} and d.post_id = ${postId} and d.status = 'WAITING' order by d.member_id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Number of emails of all posts that were queued after a time. */
export async function countDeliveriesSince(tx: DbOrTx, siteId: string, since: Date): Promise<number> {
  // IDs of emails start with their time.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from newsletter_deliveries
    where site_id = ${siteId} and mail_id > ${newId(since.getTime())}`.execute(tx);
  return rows[0]!.count;
}

/** The email of a post to a member. */
export interface QueuedMail {
  postId: string;
  memberId: string;
  mailId: string;
  at: Date;
}

/** Records the queued email of a recipient. */
export async function setQueuedMail(tx: DbOrTx, siteId: string, delivery: QueuedMail): Promise<void> {
  const { postId, memberId, mailId, at } = delivery;
  await sql`
    update newsletter_deliveries set status = 'QUEUED', reason = null, mail_id = ${mailId}, updated_at = ${at}
    where site_id = ${siteId} and post_id = ${postId} and member_id = ${memberId}`.execute(tx);
}

/** `WAITING`: not queued yet. `DROPPED`: the member unsubscribed or was blocked before sending. */
export type DeliveryStatus = "WAITING" | "QUEUED" | "SENDING" | "SENT" | "FAILED" | "DROPPED";

/** Marks an email as being sent. @returns The former status; undefined if the member was deleted. */
export async function claimDelivery(
  db: DbOrTx,
  siteId: string,
  mailId: string,
  at: Date,
): Promise<DeliveryStatus | undefined> {
  const { rows } = await sql<{ former: DeliveryStatus }>`
    update newsletter_deliveries d set status = case when d.status = 'QUEUED' then 'SENDING' else d.status end, updated_at = ${at}
    from (select site_id, post_id, member_id, status from newsletter_deliveries
      where site_id = ${siteId} and mail_id = ${mailId} for update) former
    where d.site_id = former.site_id and d.post_id = former.post_id and d.member_id = former.member_id
    returning former.status as former`.execute(db);
  return rows[0]?.former;
}

export async function setDeliveryStatus(
  db: DbOrTx,
  siteId: string,
  mailId: string,
  { status, reason = null, at }: { status: DeliveryStatus; reason?: string | null; at: Date },
): Promise<void> {
  await sql`
    update newsletter_deliveries set status = ${status}, reason = ${reason}, updated_at = ${at}
    where site_id = ${siteId} and mail_id = ${mailId} and status <> 'SENT'`.execute(db);
}

/** Fails an email that is not attempted anymore, unless it was sent. */
export async function failDelivery(
  db: DbOrTx,
  siteId: string,
  mailId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await sql`
    update newsletter_deliveries
    set status = 'FAILED', reason = case status when 'SENDING' then 'interrupted' else ${reason} end, updated_at = ${at}
    where site_id = ${siteId} and mail_id = ${mailId} and status in ('QUEUED', 'SENDING')`.execute(db);
}

/** Queues a failed email again. @returns Whether it can be sent. */
export async function reopenDelivery(tx: DbOrTx, siteId: string, mailId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_deliveries d set status = 'QUEUED', reason = null, updated_at = ${at}
    where d.site_id = ${siteId} and d.mail_id = ${mailId} and ${isRetryable}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Whether the member is still to get the post, and the language of the member. */
export async function findRecipientProfile(
  db: DbOrTx,
  siteId: string,
  { postId, memberId, email }: { postId: string; memberId: string; email: string },
): Promise<IdentityProfile | undefined> {
  const { rows } = await sql<{ profile: IdentityProfile }>`
    select m.profile from posts p join newsletter_subscriptions s on s.site_id = p.site_id and s.member_id = ${memberId}
    join members m on m.site_id = s.site_id and m.id = s.member_id
    where p.site_id = ${siteId} and p.id = ${postId} and ${isSubscribed} and m.email = ${email}`.execute(db);
  return rows[0]?.profile;
}

/** What an email shows of a post. */
export interface MailedPost {
  title: string;
  excerpt: string;
  slug: string;
  language: string;
  /** See `urlLanguage`. */
  addressLanguage: string | null;
  authors: string[];
  imageUrl: string | null;
  imageAlt: string | null;
  /** As far as members may read it. */
  richContent: RichContent;
  /** Whether members may read the whole post. */
  isWhole: boolean;
}

/** A public post, or with `isDraft` a post with its unpublished changes. */
export async function findMailedPost(
  db: DbOrTx,
  visibility: Visibility,
  postId: string,
  { siteLanguage, isDraft = false }: { siteLanguage: string; isDraft?: boolean },
): Promise<MailedPost | undefined> {
  const source = isDraft
    ? {
        content: sql`p.rich_content as "richContent", p.pricing_plan_ids = '{}' as "isWhole"`,
        from: sql`from draft_posts p where p.site_id = ${visibility.siteId} and p.status <> 'DELETED'`,
      }
    : {
        content: sql`${richContentColumn("member")} as "richContent", ${hasFullAccess.member} as "isWhole"`,
        from: sql`from posts p where ${isVisible(visibility)}`,
      };
  const { rows } = await sql<MailedPost>`
    select p.title, p.excerpt, p.slug, p.language, ${urlLanguage(visibility, siteLanguage)} as "addressLanguage", p.authors,
      p.hero_image ->> 'url' as "imageUrl", p.hero_image ->> 'altText' as "imageAlt", ${source.content}
    ${source.from} and p.id = ${postId}`.execute(db);
  return rows[0];
}

/** The address of a staff account. */
export async function findStaffEmail(db: DbOrTx, staffId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from members where id = ${staffId}`.execute(db);
  return rows[0]?.email;
}
