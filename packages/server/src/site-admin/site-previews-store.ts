import { type Insertable, type Selectable, sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables/tables.ts";

/** Previews of one site. While a person types, the console creates one after each pause. */
const maxPreviews = 200;

/** Stores a preview, and removes the oldest ones of the site beyond 200. */
export async function insertSitePreview(db: DbOrTx, preview: Insertable<Tables["site_previews"]>): Promise<void> {
  await db.insertInto("site_previews").values(preview).execute();
  await sql`
    delete from site_previews where site_id = ${preview.site_id} and id <= (
      select id from site_previews where site_id = ${preview.site_id} order by id desc offset ${maxPreviews} limit 1
    )`.execute(db);
}

/** Returns `undefined` for previews that have expired or do not exist. */
export async function findSitePreview(
  db: DbOrTx,
  siteId: string,
  id: string,
  at: Date,
): Promise<Selectable<Tables["site_previews"]> | undefined> {
  return db
    .selectFrom("site_previews")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("expires_at", ">", at)
    .executeTakeFirst();
}
