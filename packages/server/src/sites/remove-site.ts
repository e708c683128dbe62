import { setTimeout as sleep } from "node:timers/promises";
import { enqueueIndexBuild } from "../data/indexes/indexes-store.ts";
import type { Caller } from "../platform/context/caller.ts";
import { isBackupInProgress } from "../platform/db/backup-lock.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { findMediaIds, findSites, updateSite } from "../platform/settings/sites-store.ts";
import type { SiteServer } from "./app-context.ts";
import { recordSiteEvent, SiteError } from "./manage-sites.ts";
import { removeSiteFolders, sitesIntervalMs } from "./running-sites.ts";
import { deleteSite, deleteSiteRows } from "./site-rows-store.ts";

/** Pause between two checks for a backup. */
const backupCheckMs = 1_000;

interface RemoveSiteOptions {
  /** Name of the site, as a confirmation. */
  confirm: string;
  /** Time until servers no longer serve the site. Default: that of two checks for sites. */
  waitMs?: number;
  /** Called with the number of rows that have been deleted. */
  onProgress?: (rows: number) => void;
}

/**
 * Deletes an additional site with all its data and files, the files after a backup that is being created. Can be
 * repeated after an interruption.
 *
 * @param context Context of the site. @throws {SiteError} @throws {Refusal} `NOT_ALLOWED`.
 */
export async function removeSite(
  context: SiteServer["context"],
  caller: Caller,
  { confirm, waitMs = 2 * sitesIntervalMs, onProgress }: RemoveSiteOptions,
): Promise<{ id: string; rows: number }> {
  requireOwner(caller);
  const { db, site, config, log, media, now } = context;
  if (site.isMain) throw new SiteError("The main site cannot be removed. Delete the installation instead.");
  if (confirm !== site.name) throw new SiteError(`To remove the site, confirm its name: "${site.name}".`);
  const [main] = await findSites(db);
  const row = { id: site.id, name: site.name, url: config.publicUrl, mailFrom: null, secretKey: null };
  await db.transaction().execute(async (tx) => {
    await updateSite(tx, site.id, { removed_at: now() });
    // In the log of the main site: that of a removed site cannot be read.
    await recordSiteEvent(tx, { site: main!, config, log, now }, caller, "site-removed", row);
  });
  await sleep(waitMs);
  // A bucket has no folders to remove.
  if (config.mediaS3) for (const id of await findMediaIds(db, site.id)) await media.remove(id);
  let rows = 0;
  await deleteSiteRows(db, site.id, (deleted) => {
    rows += deleted;
    onProgress?.(rows);
  });
  // Its snapshot may contain the rows, so it needs the files. A later backup does not contain the rows.
  while (await isBackupInProgress(db)) await sleep(backupCheckMs);
  await removeSiteFolders(context);
  await deleteSite(db, site.id);
  // The indexes on its items.
  await enqueueIndexBuild(db, main!.id);
  log.info({ event: "site-deleted", siteId: site.id, rows }, "the rows and files of a site were deleted");
  return { id: site.id, rows };
}
