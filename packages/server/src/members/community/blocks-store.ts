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

/** A row of member_blocks; `at` has the precision of the database. */
export interface BlockRow {
  id: string;
  at: string;
}

/** The members that a member has blocked, latest first. @param page `after`: the last row of the previous page. */
export async function findBlocks(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  { limit, after }: { limit: number; after: BlockRow | undefined },
): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select blocked_id as id, created_at::text as at from member_blocks
    where site_id = ${siteId} and member_id = ${memberId}
      ${after ? sql`and (created_at, blocked_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at desc, blocked_id desc limit ${limit}`.execute(db);
  return rows;
}
