import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isVisible, type MemberVisibility } from "../directory/member-pages-store.ts";

interface Follow {
  memberId: string;
  followedId: string;
}

/** Idempotent. */
export async function insertFollow(tx: DbOrTx, siteId: string, follow: Follow & { at: Date }): Promise<void> {
  await tx
    .insertInto("member_followers")
    .values({ site_id: siteId, member_id: follow.memberId, followed_id: follow.followedId, created_at: follow.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFollow(tx: DbOrTx, siteId: string, { memberId, followedId }: Follow): Promise<void> {
  await tx
    .deleteFrom("member_followers")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("followed_id", "=", followedId)
    .execute();
}

/** A follower or a followed member; `at` has the precision of the database. */
export interface FollowRow {
  id: string;
  at: string;
}

/** Which members to list: the followers of a member, or the members that the member follows. */
export type FollowList = "followers" | "following";

/** One page of visible members, latest first. @param page `after`: the last row of the previous page. */
export async function findFollows(
  db: DbOrTx,
  visibility: MemberVisibility,
  list: FollowList,
  memberId: string,
  { limit, after }: { limit: number; after: FollowRow | undefined },
): Promise<FollowRow[]> {
  const [own, other] =
    list === "followers" ? [sql`f.followed_id`, sql`f.member_id`] : [sql`f.member_id`, sql`f.followed_id`];
  const { rows } = await sql<FollowRow>`
    select ${other} as id, f.created_at::text as at
    from member_followers f join members m on m.site_id = f.site_id and m.id = ${other}
    where f.site_id = ${visibility.siteId} and ${own} = ${memberId} and ${isVisible(visibility)}
      ${after ? sql`and (f.created_at, ${other}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by f.created_at desc, ${other} desc limit ${limit}`.execute(db);
  return rows;
}

/** The visible ones of these members that the member follows, or that follow the member. */
export async function findConnections(
  db: DbOrTx,
  visibility: MemberVisibility,
  memberId: string,
  ids: readonly string[],
): Promise<{ id: string; following: boolean; followed: boolean }[]> {
  const { siteId } = visibility;
  const { rows } = await sql<{ id: string; following: boolean; followed: boolean }>`
    select m.id,
      exists (select from member_followers f
        where f.site_id = ${siteId} and f.member_id = ${memberId} and f.followed_id = m.id) as following,
      exists (select from member_followers f
        where f.site_id = ${siteId} and f.member_id = m.id and f.followed_id = ${memberId}) as followed
    from members m where m.id = any(${ids}::uuid[]) and ${isVisible(visibility)}`.execute(db);
  return rows;
}
