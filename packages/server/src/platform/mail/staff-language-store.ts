import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

/**
 * The language of the staff account with this email; `undefined` without one, or if it has chosen none. Staff accounts
 * are the members of the site's staff site.
 */
export async function findStaffLanguage(db: DbOrTx, siteId: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ language: string | null }>`
    select m.profile ->> 'language' as language
    from sites s join members m on m.site_id = s.id
    where s.staff_of = ${siteId} and m.email_key = lower(${email})`.execute(db);
  return rows[0]?.language ?? undefined;
}
