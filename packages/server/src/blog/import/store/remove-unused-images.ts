import { sql } from "kysely";
import type { BlogContext } from "../../blog-context.ts";
import { lockImports } from "./imported-posts-store.ts";

/**
 * Removes the pictures that imports took over and that nothing which is written in this site names any more, whatever its status.
 * Everything is looked through once, however many they are.
 *
 * @returns How many were removed.
 */
export async function removeUnusedPictures(context: BlogContext): Promise<number> {
  const { db, site, media, sizes } = context;
  return db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const { rows } = await sql<{ id: string }>`
      with named as (
        select distinct (regexp_matches(said.text, '[0-9a-f]{32}\.[a-z0-9]{2,5}', 'g'))[1] as id
        from (
          select row_to_json(p)::text from posts p where p.site_id = ${site.id}
          union all select r.draft::text from post_revisions r where r.site_id = ${site.id}
          union all select c.cover_image::text from categories c where c.site_id = ${site.id}
        ) as said (text)
      )
      delete from imported_pictures i
      where i.site_id = ${site.id} and not exists (select from named where named.id = i.media_id)
      returning i.media_id as id`.execute(tx);
    // A file that stays although its row is gone is no harm; the other way round nobody would look for it again.
    for (const { id } of rows) {
      await media.remove(id);
      await sizes.remove(id);
    }
    return rows.length;
  });
}
