import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { NewsletterStats } from "@porchlight/contract/blog/newsletter/newsletter";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** A member, and their subscription if there is one. */
export interface SubscriptionRow {
  memberId: string;
  email: string;
  emailKey: string;
  profile: IdentityProfile;
  isActive: boolean;
  /** Null without a subscription. */
  status: "PENDING" | "SUBSCRIBED" | "UNSUBSCRIBED" | "BOUNCED" | null;
  /** Null: all posts. */
  categoryIds: string[] | null;
  requestedAt: Date | null;
}

/** A member with the subscription. @param lock Whether to lock the member until the transaction ends. */
export async function findSubscription(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  lock = false,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select m.id as "memberId", m.email, m.email_key as "emailKey", m.profile, m.status = 'ACTIVE' as "isActive",
      s.status, s.category_ids as "categoryIds", s.requested_at as "requestedAt"
    from members m left join newsletter_subscriptions s on s.site_id = m.site_id and s.member_id = m.id
    where m.site_id = ${siteId} and m.id = ${memberId} and m.status <> 'DELETED'
    ${lock ? sql`for update of m` : sql``}`.execute(db);
  return rows[0];
}

/** Stores a request to subscribe, which waits for its confirmation. */
export async function upsertPendingSubscription(
  tx: DbOrTx,
  siteId: string,
  { memberId, categoryIds, at }: { memberId: string; categoryIds: string[] | null; at: Date },
): Promise<void> {
  await sql`
    insert into newsletter_subscriptions (site_id, member_id, status, category_ids, requested_at)
    values (${siteId}, ${memberId}, 'PENDING', ${categoryIds}::uuid[], ${at})
    on conflict (site_id, member_id) do update
    set status = 'PENDING', category_ids = excluded.category_ids, requested_at = excluded.requested_at, bounce_reason = null`.execute(
    tx,
  );
}

/** @param categoryIds `null`: all posts. */
export async function updateSubscribedCategories(
  tx: DbOrTx,
  siteId: string,
  memberId: string,
  categoryIds: string[] | null,
): Promise<void> {
  await sql`
    update newsletter_subscriptions set category_ids = ${categoryIds}::uuid[]
    where site_id = ${siteId} and member_id = ${memberId}`.execute(tx);
}

/** @param requestedAt Of the request that is confirmed; a newer request has no effect. */
export async function confirmStoredSubscription(
  tx: DbOrTx,
  siteId: string,
  { memberId, emailKey, requestedAt, at }: { memberId: string; emailKey: string; requestedAt: Date | null; at: Date },
): Promise<void> {
  await sql`
    update newsletter_subscriptions
    set status = 'SUBSCRIBED', confirmed_at = ${at}, confirmed_email = ${emailKey}, ended_at = null, bounce_reason = null
    where site_id = ${siteId} and member_id = ${memberId} and status = 'PENDING' and requested_at = ${requestedAt}`.execute(
    tx,
  );
}

/** Ends a subscription; links of confirmation emails become invalid. */
export async function endStoredSubscription(tx: DbOrTx, siteId: string, memberId: string, at: Date): Promise<void> {
  await sql`
    update newsletter_subscriptions set status = 'UNSUBSCRIBED', requested_at = null, ended_at = ${at}
    where site_id = ${siteId} and member_id = ${memberId} and status <> 'UNSUBSCRIBED'`.execute(tx);
}

/** Resumes a subscription that was confirmed before. @returns Whether there was one. */
export async function resumeStoredSubscription(tx: DbOrTx, siteId: string, memberId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_subscriptions set status = 'SUBSCRIBED', ended_at = null
    where site_id = ${siteId} and member_id = ${memberId} and status = 'UNSUBSCRIBED' and confirmed_at is not null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Stops emails to an address that the mail server rejected. @param email The rejected address. */
export async function recordBounce(
  tx: DbOrTx,
  siteId: string,
  { memberId, email, reason, at }: { memberId: string; email: string; reason: string; at: Date },
): Promise<void> {
  await sql`
    update newsletter_subscriptions s set status = 'BOUNCED', bounce_reason = ${reason}, ended_at = ${at}
    from members m
    where s.site_id = ${siteId} and s.member_id = ${memberId} and s.status = 'SUBSCRIBED'
      and m.site_id = s.site_id and m.id = s.member_id and m.email = ${email}`.execute(tx);
}

/** A category that subscribers can choose. */
export interface NewsletterCategory {
  id: string;
  label: string;
}

/** The categories of the site in their order. */
export async function findNewsletterCategories(db: DbOrTx, siteId: string): Promise<NewsletterCategory[]> {
  const { rows } = await sql<NewsletterCategory>`
    select id, label from categories where site_id = ${siteId}
    order by display_position nulls last, label, id`.execute(db);
  return rows;
}

/** Numbers of subscriptions of members who can sign in. */
export async function countSubscriptions(db: DbOrTx, siteId: string): Promise<NewsletterStats> {
  const { rows } = await sql<NewsletterStats>`
    select count(*) filter (where s.status = 'SUBSCRIBED')::integer as subscribers,
      count(*) filter (where s.status = 'PENDING')::integer as pending,
      count(*) filter (where s.status = 'BOUNCED')::integer as bounced
    from newsletter_subscriptions s join members m on m.site_id = s.site_id and m.id = s.member_id
    where s.site_id = ${siteId} and m.status = 'ACTIVE'`.execute(db);
  return rows[0]!;
}
