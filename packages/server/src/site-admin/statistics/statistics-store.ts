import type { TopPost } from "@porchlight/contract/statistics/statistics";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { isInScope, type JobScope } from "../../platform/jobs/jobs-store.ts";

/** The last days of a site, today included. */
export interface Period {
  siteId: string;
  timeZone: string;
  days: number;
  now: Date;
}

interface DayCount {
  day: string;
  count: number;
}

const today = ({ timeZone, now }: Period) => sql`(${now}::timestamptz at time zone ${timeZone})::date`;
const firstDay = (period: Period) => sql`(${today(period)} - ${period.days - 1}::integer)`;

const days = (period: Period) =>
  sql`generate_series(${firstDay(period)}::timestamp, ${today(period)}::timestamp, interval '1 day') as d (day)`;

/**
 * Each day of the period, and the number of rows that were created on it. One range of an index a day is several times
 * faster than grouping: the time of each row need not be converted to the time zone.
 *
 * @param rows A table with its conditions.
 */
async function countCreated(db: Db, period: Period, rows: RawBuilder<unknown>): Promise<DayCount[]> {
  const { timeZone } = period;
  const result = await sql<DayCount>`
    select to_char(d.day, 'YYYY-MM-DD') as day, (
      select count(*)::integer from ${rows} and created_at >= d.day at time zone ${timeZone}
      and created_at < (d.day + interval '1 day') at time zone ${timeZone}
    ) as count
    from ${days(period)} order by d.day`.execute(db);
  return result.rows;
}

/** Members by the day on which they signed up or were created, without deleted ones. */
export async function countSignUps(db: Db, period: Period): Promise<DayCount[]> {
  return countCreated(db, period, sql`members where site_id = ${period.siteId} and status <> 'DELETED'`);
}

/** Sign-ins of members, from the audit log. */
export async function countSignIns(db: Db, period: Period): Promise<DayCount[]> {
  return countCreated(db, period, sql`audit_events where site_id = ${period.siteId} and event = 'signed-in'`);
}

/** Views of all posts. */
export async function countViews(db: Db, period: Period): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(v.views, 0)::integer as count
    from ${days(period)} left join (select day, sum(views) as views from post_view_days
      where site_id = ${period.siteId} and day >= ${firstDay(period)} group by 1) v on v.day = d.day::date
    order by d.day`.execute(db);
  return rows;
}

const maxTopPosts = 10;

/** The published posts with the most views, most viewed first. */
export async function findTopPosts(db: Db, period: Period): Promise<TopPost[]> {
  const { rows } = await sql<TopPost>`
    select p.id, p.title, p.slug, v.views::integer as views
    from (select post_id, sum(views) as views from post_view_days
      where site_id = ${period.siteId} and day >= ${firstDay(period)} group by post_id) v
    join posts p on p.site_id = ${period.siteId} and p.id = v.post_id and p.status = 'PUBLISHED'
    order by v.views desc, p.first_published_at desc, p.id limit ${maxTopPosts}`.execute(db);
  return rows;
}

const count = async (db: Db, rows: RawBuilder<unknown>): Promise<number> => {
  const result = await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(db);
  return result.rows[0]?.count ?? 0;
};

/** Members who wait for approval. */
export const countWaitingMembers = (db: Db, siteId: string): Promise<number> =>
  count(
    db,
    sql`members where site_id = ${siteId} and status = 'PENDING'
    and 'PENDING_ADMIN_APPROVAL_REQUIRED' = any(pending_reasons)`,
  );

/** Submissions that are not marked as seen. */
export const countUnseenSubmissions = (db: Db, siteId: string): Promise<number> =>
  count(db, sql`form_submissions where site_id = ${siteId} and not seen and deleted_at is null`);

/** Posts that wait for a review. */
export const countPostsInReview = (db: Db, siteId: string): Promise<number> =>
  count(db, sql`posts where site_id = ${siteId} and status = 'IN_REVIEW'`);

/** Comments that wait for approval or were reported. */
export const countCommentsToReview = (db: Db, siteId: string): Promise<number> =>
  count(
    db,
    sql`comments c where site_id = ${siteId} and (status = 'PENDING' or (status = 'PUBLISHED' and exists (
      select from comment_reports r where r.site_id = c.site_id and r.comment_id = c.id)))`,
  );

/** Webhooks that fail, or were paused because of it. */
export const countFailingWebhooks = (db: Db, siteId: string): Promise<number> =>
  count(db, sql`webhook_subscriptions where site_id = ${siteId} and failing_since is not null`);

/** Background jobs without attempts left. */
export const countFailedJobs = (db: Db, scope: JobScope): Promise<number> =>
  count(db, sql`pgboss.job where state = 'failed' and name <> 'dead-letter' and ${isInScope(scope)}`);
