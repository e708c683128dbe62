import { sql } from "kysely";
import { isBackupInProgress } from "../../../platform/db/backup-lock.ts";
import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { lockImports } from "./imported-posts-store.ts";

/**
 * Removes imported images that no content of the site refers to, regardless of its status, and that were not changed,
 * moved or trashed in the media library. Takes one scan of the content.
 *
 * @returns The number of removed images.
 */
export async function deleteUnusedImages(context: BlogContext): Promise<number> {
  const { db, site, media, sizes, now } = context;
  return db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const { rows } = await sql<{ id: string }>`
      with named as (
        select distinct (regexp_matches(content, '[0-9a-f]{32}[.][a-z0-9]{2,5}', 'g'))[1] as id
        from media_mentions where site_id = ${site.id}
      ), unused as (
        select i.media_id from imported_pictures i
        where i.site_id = ${site.id}
          and not exists (select from named where named.id = i.media_id)
          -- Its description or folder was changed in the library, or it was trashed there.
          and not exists (
            select from media_files f
            where f.site_id = i.site_id and f.id = i.media_id
              and (f.updated_at <> f.created_at or f.folder_id is not null or f.trashed_at is not null)
          )
      ), described as (
        delete from media_files f using unused u where f.site_id = ${site.id} and f.id = u.media_id
      )
      delete from imported_pictures i using unused u
      where i.site_id = ${site.id} and i.media_id = u.media_id
      returning i.media_id as id`.execute(tx);
    // A file without a row is harmless; a row without a file would never be cleaned up.
    const mustDefer = await isBackupInProgress(tx);
    for (const { id } of rows) {
      if (mustDefer) {
        await enqueueOutboxEntry(tx, site.id, "unusedPicture", { mediaId: id }, now());
        continue;
      }
      await media.remove(id);
      await sizes.remove(id);
    }
    return rows.length;
  });
}
