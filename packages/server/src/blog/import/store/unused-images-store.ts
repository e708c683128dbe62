import { sql } from "kysely";
import type { BlogContext } from "../../blog-context.ts";
import { lockImports } from "./imported-posts-store.ts";

/**
 * Removes imported images that no content of the site refers to, regardless of its status. Takes one scan of the
 * content.
 *
 * @returns The number of removed images.
 */
export async function deleteUnusedImages(context: BlogContext): Promise<number> {
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
    // A file without a row is harmless; a row without a file would never be cleaned up.
    for (const { id } of rows) {
      await media.remove(id);
      await sizes.remove(id);
    }
    return rows.length;
  });
}
