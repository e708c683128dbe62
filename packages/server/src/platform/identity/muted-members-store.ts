import { sql } from "kysely";
import type { Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";
import type { DbOrTx } from "../db/database.ts";

/**
 * Requires that the caller is not a muted member, who may read and manage their account, but not take part: no likes,
 * ratings, votes, and texts about themselves. Source: the declarations of the contract's client, `muteMember`.
 *
 * @throws {Refusal} `MEMBER_MUTED`.
 */
export async function requireUnmuted(db: DbOrTx, siteId: string, caller: Caller): Promise<void> {
  if (caller.kind !== "member") return;
  const { rows } = await sql`
    select from members where site_id = ${siteId} and id = ${caller.memberId} and activity_status = 'MUTED'`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal("MEMBER_MUTED");
}
