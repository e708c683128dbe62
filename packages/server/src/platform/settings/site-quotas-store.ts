import { sql, type Transaction } from "kysely";
import { type DbOrTx, disableStatementTimeout } from "../db/database.ts";
import { type QuotaKind, quotaRefusal } from "../db/quotas.ts";
import type { Tables } from "../db/tables/tables.ts";

/** How much of a quota a site uses. */
export interface QuotaUsage {
  used: number;
  maximum: number;
}

/** The quotas of a site, by kind. */
export type SiteQuotas = Partial<Record<QuotaKind, QuotaUsage>>;

/** What triggers count: a table, and the amount of its rows. Emails are counted when they are sent. */
const counted = {
  members: { table: "members", amount: sql`count(*) filter (where status <> 'DELETED')` },
  posts: { table: "posts", amount: sql`count(*)` },
  items: { table: "data_items", amount: sql`count(*)` },
  mediaBytes: { table: "media_files", amount: sql`coalesce(sum(bytes), 0)` },
} as const;

const today = sql`(now() at time zone 'UTC')::date`;

/** The quotas of all sites, by the id of the site. */
export async function findQuotas(db: DbOrTx): Promise<ReadonlyMap<string, SiteQuotas>> {
  const { rows } = await sql<{ siteId: string; kind: QuotaKind; maximum: string; used: string }>`
    select site_id as "siteId", kind, maximum, case when day < ${today} then 0 else used end as used
    from site_quotas order by site_id, kind`.execute(db);
  const quotas = new Map<string, SiteQuotas>();
  for (const { siteId, kind, maximum, used } of rows)
    quotas.set(siteId, { ...quotas.get(siteId), [kind]: { used: Number(used), maximum: Number(maximum) } });
  return quotas;
}

/**
 * Checks a quota before an insert that may conflict with an existing row. Otherwise, only inserts without a conflict
 * would be rejected, which would reveal the existing rows.
 *
 * @throws {Refusal} `SITE_QUOTA_EXCEEDED` if nothing can be added.
 */
export async function requireQuota(db: DbOrTx, siteId: string, kind: QuotaKind): Promise<void> {
  const { rows } = await sql<{ maximum: string }>`
    select maximum from site_quotas where site_id = ${siteId} and kind = ${kind} and used >= maximum`.execute(db);
  if (rows[0]) throw quotaRefusal(kind, Number(rows[0].maximum));
}

/**
 * Sets or removes a quota. While the rows for a new one are counted, writes to their table wait. The caller holds the
 * lock of `lockSites`.
 *
 * @param maximum Null removes the quota.
 */
export async function setQuota(
  tx: Transaction<Tables>,
  siteId: string,
  kind: QuotaKind,
  maximum: number | null,
): Promise<void> {
  // Writes queue behind the locks below. A short timeout prevents them from waiting for a long transaction.
  await sql`set local lock_timeout = '3s'`.execute(tx);
  if (maximum === null) {
    await sql`delete from site_quotas where site_id = ${siteId} and kind = ${kind}`.execute(tx);
    await sql`select sync_quota_triggers()`.execute(tx);
    return;
  }
  const { numAffectedRows } = await sql`
    update site_quotas set maximum = ${maximum} where site_id = ${siteId} and kind = ${kind}`.execute(tx);
  if (numAffectedRows === 1n) return;
  if (kind === "emailsPerDay") {
    await sql`insert into site_quotas (site_id, kind, maximum, day) values (${siteId}, ${kind}, ${maximum}, ${today})`.execute(
      tx,
    );
    return;
  }
  const { table, amount } = counted[kind];
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
  await disableStatementTimeout(tx);
  await sql`
    insert into site_quotas (site_id, kind, maximum, used)
    select ${siteId}, ${kind}, ${maximum}, ${amount} from ${sql.table(table)} where site_id = ${siteId}`.execute(tx);
  await sql`select sync_quota_triggers()`.execute(tx);
}

/** Seconds until emails may be sent again, plus a random delay, so that not all are sent at once. */
export function secondsUntilNextDay(at = new Date()): number {
  const nextDay = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1);
  return Math.ceil((nextDay - at.getTime()) / 1_000 + Math.random() * 600);
}

/** Whether the emails of today have used up the quota of a site. */
export async function isEmailQuotaUsed(db: DbOrTx, siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select from site_quotas
    where site_id = ${siteId} and kind = 'emailsPerDay' and day = ${today} and used >= maximum`.execute(db);
  return rows.length > 0;
}

/**
 * Counts an email that is about to be sent.
 *
 * @param isExempt Whether it is sent regardless of the quota.
 * @returns Whether it may be sent today.
 */
export async function consumeEmailQuota(db: DbOrTx, siteId: string, isExempt: boolean): Promise<boolean> {
  const { rows } = await sql<{ isAllowed: boolean }>`
    with quota as (
      select site_id, maximum, case when day = ${today} then used else 0 end as used from site_quotas
      where site_id = ${siteId} and kind = 'emailsPerDay' for update
    ), taken as (
      update site_quotas q set used = quota.used + 1, day = ${today} from quota
      where q.site_id = quota.site_id and q.kind = 'emailsPerDay' and (${isExempt} or quota.used < quota.maximum)
      returning 1
    )
    select exists (select from taken) or not exists (select from quota) as "isAllowed"`.execute(db);
  return rows[0]!.isAllowed;
}

/** Undoes {@link consumeEmailQuota} for an email that was not sent. */
export async function releaseEmailQuota(db: DbOrTx, siteId: string): Promise<void> {
  await sql`
    update site_quotas set used = greatest(0, used - 1)
    where site_id = ${siteId} and kind = 'emailsPerDay' and day = ${today}`.execute(db);
}
