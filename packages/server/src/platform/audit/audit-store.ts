import { type Insertable, type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables/tables.ts";

export type AuditRow = Selectable<Tables["audit_events"]>;
export type NewAuditRow = Insertable<Tables["audit_events"]>;

/** Of the member with this e-mail, if there is one; asked in the same statement, which takes as long where there is none. */
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
  /** Whom it happened to; with `account` also whoever tried to sign in with their e-mail. */
  memberId?: string | undefined;
  account?: string | undefined;
  event?: string | undefined;
  since?: Date | undefined;
  /** Only what is older than the event with this id. */
  before?: string | undefined;
  limit: number;
}

/** The latest first. */
export async function findAuditEvents(
  db: DbOrTx,
  { siteId, memberId, account, event, since, before, limit }: AuditSearch,
): Promise<AuditRow[]> {
  let query = db.selectFrom("audit_events").selectAll().where("site_id", "=", siteId);
  if (memberId !== undefined || account !== undefined)
    query = query.where((eb) =>
      eb.or([
        ...(memberId === undefined ? [] : [eb("member_id", "=", memberId)]),
        ...(account === undefined ? [] : [eb("account", "=", account)]),
      ]),
    );
  if (event !== undefined) query = query.where("event", "=", event);
  if (since !== undefined) query = query.where("created_at", ">=", since);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Leaves of what happened to a member nothing but their id: neither what they used nor what their e-mail is known by. */
export async function anonymizeAuditEvents(
  tx: Transaction<Tables>,
  siteId: string,
  memberId: string,
  account: string,
): Promise<void> {
  await sql`update audit_events set account = null, browser = null, device = null
    where site_id = ${siteId} and (member_id = ${memberId} or account = ${account})`.execute(tx);
}
