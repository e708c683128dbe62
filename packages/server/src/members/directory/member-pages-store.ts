import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findKeysetPage, type KeysetPage, type KeysetPageQuery } from "../../platform/db/pagination/keyset-page.ts";
import { type MemberRow, memberColumns } from "../members-store.ts";

/** Which members a caller may see, over `members m`. */
export interface MemberVisibility {
  siteId: string;
  /** Whether the caller sees all members, also private, pending and blocked ones. */
  seesAll: boolean;
  /** The calling member, who does not see members that have blocked them. */
  memberId: string | undefined;
}

/** Condition for the members that a caller may see. */
export function isVisible({ siteId, seesAll, memberId }: MemberVisibility): RawBuilder<boolean> {
  const ofSite = sql<boolean>`m.site_id = ${siteId}`;
  if (seesAll) return sql<boolean>`${ofSite} and m.status <> 'DELETED'`;
  const notBlocked = sql`not exists (select from member_blocks b
    where b.site_id = m.site_id and b.member_id = m.id and b.blocked_id = ${memberId ?? null}::uuid)`;
  return sql<boolean>`${ofSite} and m.status = 'ACTIVE' and m.profile ->> 'privacyStatus' = 'PUBLIC' and ${notBlocked}`;
}

export interface MemberPageQuery
  extends Pick<KeysetPageQuery, "keys" | "position" | "limit" | "offset" | "countTotal"> {
  filter: RawBuilder<boolean>;
  /** A further condition. */
  search?: RawBuilder<boolean> | undefined;
}

/** One page of the visible members that match a filter. @param serialize Returns the JSON of a member. */
export async function findMemberPage(
  db: DbOrTx,
  visibility: MemberVisibility,
  { filter, search, ...query }: MemberPageQuery,
  serialize: (row: MemberRow) => object,
): Promise<KeysetPage> {
  const page = {
    ...query,
    table: sql`members m`,
    alias: sql`m`,
    condition: sql<boolean>`${isVisible(visibility)} and ${filter}${search ? sql` and ${search}` : sql``}`,
    stablePlan: false,
  };
  return findKeysetPage(db, page, async (ids) => {
    const { rows } = await sql<MemberRow>`
      select ${memberColumns} from members join unnest(${ids}::uuid[]) with ordinality as page (id, position) using (id)
      where site_id = ${visibility.siteId} order by page.position`.execute(db);
    return [{ json: rows.map((row) => JSON.stringify(serialize(row))).join(","), count: rows.length }];
  });
}

/** Whether the member with this id has blocked the other. */
export async function hasBlocked(db: DbOrTx, siteId: string, memberId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom("member_blocks")
    .select("member_id")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("blocked_id", "=", blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of up to `limit` members, in ascending order after `after`. @param filter Default: all members. */
export async function findMatchingIds(
  db: DbOrTx,
  siteId: string,
  {
    filter,
    createdUntil,
    id,
    after,
    limit,
  }: { filter?: RawBuilder<boolean>; createdUntil?: Date; id?: string; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m
    where ${isVisible({ siteId, seesAll: true, memberId: undefined })} and ${filter ?? sql`true`}
      and ${createdUntil ? sql`m.created_at <= ${createdUntil}` : sql`true`} and ${id === undefined ? sql`true` : sql`m.id = ${id}`}
      and m.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by m.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of members that match. */
export async function countMatching(db: DbOrTx, siteId: string, filter: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from members m
    where ${isVisible({ siteId, seesAll: true, memberId: undefined })} and ${filter}`.execute(db);
  return rows[0]!.count;
}
