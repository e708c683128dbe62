import { type Insertable, type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables/tables.ts";

export type AuditRow = Selectable<Tables["audit_events"]>;
export type NewAuditRow = Insertable<Tables["audit_events"]>;

/** Looks up the member of `emailKey` in the same statement, which takes as long without such a member. */
export async function insertAuditEvent(db: DbOrTx, row: NewAuditRow, emailKey?: string): Promise<void> {
  const memberId =
    emailKey !== undefined &&
    sql<string | null>`(select id from members where site_id = ${row.site_id} and email_key = ${emailKey})`;
  await db
    .insertInto("audit_events")
    .values({ ...row, ...(memberId && { member_id: memberId }) })
    .execute();
}

export interface AuditSearch {
  siteId: string;
  /** Whether to include sign-ins and other events of the staff accounts. */
  includesStaff?: boolean;
  /** The member concerned; with `account` also failed sign-ins with their email. */
  memberId?: string | undefined;
  account?: string | undefined;
  /** IDs of members and staff accounts: events that concern them, or that they caused. */
  people?: readonly string[] | undefined;
  event?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Only events older than the one with this id. */
  before?: string | undefined;
  limit: number;
}

/** Newest first. */
export async function findAuditEvents(
  db: DbOrTx,
  { siteId, includesStaff = false, memberId, account, people, event, since, until, before, limit }: AuditSearch,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom("audit_events")
    .selectAll()
    .where((eb) =>
      includesStaff
        ? eb(
            "site_id",
            "in",
            eb
              .selectFrom("sites")
              .select("id")
              .where((site) => site.or([site("id", "=", siteId), site("staff_of", "=", siteId)])),
          )
        : eb("site_id", "=", siteId),
    );
  if (memberId !== undefined || account !== undefined || people !== undefined)
    query = query.where((eb) =>
      eb.or([
        ...(people?.length ? [eb("member_id", "in", people), eb("staff_id", "in", people)] : []),
        ...(memberId === undefined ? [] : [eb("member_id", "=", memberId)]),
        ...(account === undefined ? [] : [eb("account", "=", account)]),
      ]),
    );
  if (event !== undefined) query = query.where("event", "=", event);
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (until !== undefined) query = query.where("created_at", "<", until);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** When each of these events last happened to a member. */
export async function findLatestAuditEvents(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  events: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ event: string; at: Date }>`
    select event, max(created_at) as at from audit_events
    where site_id = ${siteId} and member_id = ${memberId} and event = any(${[...events]}::text[]) group by event`.execute(
    db,
  );
  return new Map(rows.map(({ event, at }) => [event, at]));
}

/** Removes browser, device and email hash from the events of a member; only the id remains. */
export async function anonymizeAuditEvents(
  tx: Transaction<Tables>,
  siteId: string,
  memberId: string,
  account: string,
): Promise<void> {
  await sql`update audit_events set account = null, browser = null, device = null
    where site_id = ${siteId} and (member_id = ${memberId} or account = ${account})`.execute(tx);
}
