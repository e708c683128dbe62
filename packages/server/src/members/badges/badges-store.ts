import { type Selectable, sql, type Updateable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isVisible, type MemberVisibility } from "../directory/member-pages-store.ts";

/** A row of member_badges. */
export type BadgeRow = Selectable<Tables["member_badges"]>;

/** In the owner's order. */
export async function findBadges(db: DbOrTx, siteId: string): Promise<BadgeRow[]> {
  return db
    .selectFrom("member_badges")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Locks all badges of the site until the transaction ends, so that their number and order do not change. */
export async function lockBadges(tx: DbOrTx, siteId: string): Promise<BadgeRow[]> {
  await sql`select from sites where id = ${siteId} for no key update`.execute(tx);
  return findBadges(tx, siteId);
}

export async function insertBadge(tx: DbOrTx, row: BadgeRow): Promise<BadgeRow> {
  return tx.insertInto("member_badges").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateBadgeRow(
  tx: DbOrTx,
  { site_id, id }: Pick<BadgeRow, "site_id" | "id">,
  changes: Updateable<Tables["member_badges"]>,
): Promise<BadgeRow> {
  return tx
    .updateTable("member_badges")
    .set(changes)
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Members lose the badge. */
export async function deleteBadgeRow(tx: DbOrTx, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("member_badges").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Sets the order. @param ids All badges. */
export async function setBadgesOrder(tx: DbOrTx, siteId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update member_badges b set position = ordered.position
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, position)
    where b.site_id = ${siteId} and b.id = ordered.id`.execute(tx);
}

/** Idempotent. Returns the ids of those members that exist. */
export async function insertAssignments(
  tx: DbOrTx,
  siteId: string,
  badgeId: string,
  memberIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select id from members where site_id = ${siteId} and id = any(${memberIds}::uuid[]) and status <> 'DELETED'
      order by id for key share),
    inserted as (
      insert into member_badge_assignments (site_id, badge_id, member_id, created_at)
      select ${siteId}::uuid, ${badgeId}::uuid, id, ${at}::timestamptz from found on conflict do nothing)
    select id from found`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteAssignments(
  tx: DbOrTx,
  siteId: string,
  badgeId: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    delete from member_badge_assignments
    where site_id = ${siteId} and badge_id = ${badgeId} and member_id = any(${memberIds}::uuid[])`.execute(tx);
}

/** One page of the visible members with a badge, latest first, and their total number. */
export async function findMembersByBadge(
  db: DbOrTx,
  visibility: MemberVisibility,
  badgeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const assigned = sql`member_badge_assignments a join members m on m.site_id = a.site_id and m.id = a.member_id
    where a.site_id = ${visibility.siteId} and a.badge_id = ${badgeId} and ${isVisible(visibility)}`;
  const { rows } = await sql<{ ids: string[] | null; total: number }>`
    select (select count(*)::integer from ${assigned}) as total,
      (select array_agg(page.id::text) from (
        select m.id from ${assigned} order by a.created_at desc, m.id limit ${limit} offset ${offset}) page) as ids`.execute(
    db,
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

/** The visible ones of these members, with their badges in the owner's order. */
export async function findBadgesPerMember(
  db: DbOrTx,
  visibility: MemberVisibility,
  memberIds: readonly string[],
): Promise<{ memberId: string; badgeIds: string[] }[]> {
  const { rows } = await sql<{ memberId: string; badgeIds: string[] }>`
    select m.id as "memberId", array(
      select b.id::text from member_badge_assignments a join member_badges b on b.site_id = a.site_id and b.id = a.badge_id
      where a.site_id = m.site_id and a.member_id = m.id order by b.position, b.id) as "badgeIds"
    from members m where m.id = any(${memberIds}::uuid[]) and ${isVisible(visibility)}`.execute(db);
  return rows;
}

/** Numbers of visible members by badge, in the owner's order. */
export async function countMembersByBadge(
  db: DbOrTx,
  visibility: MemberVisibility,
): Promise<{ badgeId: string; memberCount: number }[]> {
  const { rows } = await sql<{ badgeId: string; memberCount: number }>`
    select b.id as "badgeId", (
      select count(*)::integer from member_badge_assignments a
      join members m on m.site_id = a.site_id and m.id = a.member_id
      where a.site_id = b.site_id and a.badge_id = b.id and ${isVisible(visibility)}) as "memberCount"
    from member_badges b where b.site_id = ${visibility.siteId} order by b.position, b.id`.execute(db);
  return rows;
}
