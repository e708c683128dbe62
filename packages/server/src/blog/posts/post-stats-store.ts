import { type RawBuilder, sql } from "kysely";
import type { Db, DbOrTx } from "../../platform/db/database.ts";
import { isoDate, type Visibility } from "./post-json-sql.ts";

export interface MonthsQuery {
  /** Posts published before this time do not count. */
  from: Date | undefined;
  newestFirst: boolean;
  /** Maximum number of months. */
  limit: number;
  language: string | undefined;
  /** A time zone name that PostgreSQL accepts. */
  timeZone: string;
}

const inLanguage = (table: RawBuilder<unknown>, language: string | undefined) =>
  language === undefined ? sql`` : sql` and ${table}.language = ${language}`;

/** Published posts per UTC month, including posts dated in the future. */
const countedMonths = (siteId: string, language: string | undefined) => sql`(
  select m.month, m.post_count as posts from post_months m where m.site_id = ${siteId}${inLanguage(sql`m`, language)}
  union all
  select c.month, c.change from post_month_changes c where c.site_id = ${siteId}${inLanguage(sql`c`, language)})`;

/**
 * Expression: the number of visible posts, in one language or in all. Its cost does not depend on the number of posts.
 */
export function totalPosts({ siteId, at }: Visibility, language?: string): RawBuilder<number> {
  return sql<number>`(
    (select coalesce(sum(counted.posts), 0) from ${countedMonths(siteId, language)} counted)
    - (select count(*) from posts p
      where p.site_id = ${siteId} and p.status = 'PUBLISHED' and p.first_published_at > ${at}${inLanguage(sql`p`, language)})
  )::integer`;
}

/** Number of visible posts, in one language or in all. */
export async function countPosts(db: DbOrTx, visibility: Visibility, language: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${totalPosts(visibility, language)} as total`.execute(db);
  return rows[0]!.total;
}

/**
 * JSON list of the months with visible posts and their post counts. Counts per UTC month are maintained; only posts
 * between a UTC month's start and the local one, posts dated in the future, and posts in the month of `from` are
 * counted here.
 */
export async function countPostsByMonth(db: DbOrTx, { siteId, at }: Visibility, query: MonthsQuery): Promise<string> {
  const { from, language, limit, timeZone } = query;
  const direction = query.newestFirst ? sql`desc` : sql`asc`;
  const published = sql`p.site_id = ${siteId} and p.status = 'PUBLISHED'${inLanguage(sql`p`, language)}`;
  const localMonth = (moment: unknown) =>
    sql`date_trunc('month', ${moment}::timestamptz at time zone ${timeZone})::date`;
  const localMonthStart = (month: RawBuilder<unknown>) => sql`(${month}::timestamp at time zone ${timeZone})`;
  const beforeRange = from
    ? sql`union all
      select ${localMonth(from)}, -(
        select count(*) from posts p
        where ${published} and p.first_published_at >= ${localMonthStart(localMonth(from))} and p.first_published_at < ${from})`
    : sql``;
  const { rows } = await sql<{ json: string | null }>`
    with counted as materialized (
      select month, sum(posts) as posts from ${countedMonths(siteId, language)} counted group by month),
    starts as (
      select month, ${localMonthStart(sql`month`)} as here, month::timestamp at time zone 'UTC' as utc
      from (select month from counted union select (month + interval '1 month')::date from counted) months),
    moved as materialized (
      select s.month, sign(extract(epoch from s.utc - s.here)) * (
        select count(*) from posts p
        where ${published} and p.first_published_at >= least(s.here, s.utc) and p.first_published_at < greatest(s.here, s.utc)
      ) as posts
      from starts s where s.here <> s.utc)
    select json_agg(json_build_object('periodStart', ${isoDate(localMonthStart(sql`month`))}, 'postCount', posts)
      order by month ${direction})::text as json
    from (
      select month, sum(posts)::integer as posts from (
        select month, posts from counted
        union all select month, posts from moved
        union all select (month - interval '1 month')::date, -posts from moved
        union all
        select ${localMonth(sql`p.first_published_at`)}, -count(*) from posts p
        where ${published} and p.first_published_at > ${at} group by 1
        ${beforeRange}) parts
      ${from ? sql`where month >= ${localMonth(from)}` : sql``}
      group by month having sum(posts) > 0 order by month ${direction} limit ${limit}
    ) months`.execute(db);
  return rows[0]?.json ?? "[]";
}

/** Maximum number of changes per statement. */
const maxFoldedChanges = 10_000;

/**
 * Merges pending changes into the counts per month. Counts are correct before, too, but more expensive to read. Safe on
 * several nodes at once.
 */
export async function foldPostMonths(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from post_month_changes where ctid = any (array(
        select ctid from post_month_changes limit ${maxFoldedChanges} for update skip locked)) returning site_id, language, month, change)
    insert into post_months (site_id, language, month, post_count)
    select site_id, language, month, sum(change) from gone group by site_id, language, month
    order by site_id, language, month
    on conflict (site_id, language, month) do update set post_count = post_months.post_count + excluded.post_count`.execute(
    db,
  );
}
