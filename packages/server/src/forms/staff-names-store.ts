import { sql } from "kysely";
import type { Caller } from "../platform/context/caller.ts";
import type { DbOrTx } from "../platform/db/database.ts";

/** The name of the staff member who makes a request, or else their email; `null` for other callers. */
export async function findStaffName(db: DbOrTx, siteId: string, caller: Caller): Promise<string | null> {
  if (caller.kind !== "staff") return null;
  const { rows } = await sql<{ name: string }>`
    select coalesce(
      nullif(concat_ws(' ', nullif(m.profile ->> 'firstName', ''), nullif(m.profile ->> 'lastName', '')), ''),
      m.email
    ) as name
    from sites s join members m on m.site_id = s.id
    where s.staff_of = ${siteId} and m.id = ${caller.staffId}`.execute(db);
  return rows[0]?.name ?? null;
}
