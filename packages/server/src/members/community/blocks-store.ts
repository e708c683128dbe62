import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** Idempotent. */
export async function insertBlock(
  tx: DbOrTx,
  siteId: string,
  { memberId, blockedId, at }: { memberId: string; blockedId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("member_blocks")
    .values({ site_id: siteId, member_id: memberId, blocked_id: blockedId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteBlock(tx: DbOrTx, siteId: string, memberId: string, blockedId: string): Promise<void> {
  await tx
    .deleteFrom("member_blocks")
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("blocked_id", "=", blockedId)
    .execute();
}

/** Ids of the members that a member has blocked, latest first, and their total number. */
export async function findBlocks(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ ids: string[] | null; total: number }>`
    select (select count(*)::integer from member_blocks where site_id = ${siteId} and member_id = ${memberId}) as total,
      (select array_agg(page.blocked_id::text) from (
        select blocked_id from member_blocks where site_id = ${siteId} and member_id = ${memberId}
        order by created_at desc, blocked_id limit ${limit} offset ${offset}) page) as ids`.execute(db);
  const [row] = rows;
  return { ids: row?.ids ?? [], total: row?.total ?? 0 };
}
