import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError, type BackupManifest, readBackup } from "../backups/backup-archive.ts";
import { decryptBackup } from "../backups/backup-encryption.ts";
import { databaseFolder, mediaFolder } from "../backups/create-backup.ts";
import { type BackedUpSite, findSiteKey, type SiteRestore, startSiteRestore } from "../backups/site-restore.ts";
import { enqueueIndexBuild } from "../data/indexes/indexes-store.ts";
import type { PlatformConfig } from "../platform/config.ts";
import type { Caller } from "../platform/context/caller.ts";
import { createSecrets } from "../platform/crypto/secrets.ts";
import { secretKeyOfRow } from "../platform/identity/key-ring.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { findSites, hostOf, type SiteRow } from "../platform/settings/sites-store.ts";
import { createFileStore, isMediaId, type MediaStore, sitesFolder } from "../platform/storage/file-store.ts";
import { createS3Store } from "../platform/storage/s3-store.ts";
import type { SiteServer } from "./app-context.ts";
import { recordSiteEvent, requireFreeHost, requireSiteUrl } from "./manage-sites.ts";
import { configOfSite } from "./site-context.ts";

interface RestoreSiteOptions {
  /** URL of the site in this installation. Its host also selects the site among those of the backup. */
  url: string;
  /** `SECRET_KEY` of the installation that wrote the backup. Default: that of this one. */
  formerKey?: Buffer | undefined;
  passphrase?: string | undefined;
}

/** A site that was added from a backup. */
export interface RestoredSite {
  id: string;
  name: string;
  url: string;
  createdDate: string;
  rows: number;
  /** The number of images and files. */
  files: number;
}

/**
 * Adds a site from a backup to a running installation, completely or not at all. The backup contains one site, or all
 * sites of an installation.
 *
 * @param context Of the main site. @param file Name of the backup, for messages.
 * @throws {BackupError} @throws {SiteError} @throws {Refusal} `NOT_ALLOWED`.
 */
export async function restoreSite(
  context: SiteServer["context"],
  caller: Caller,
  source: Readable,
  file: string,
  { formerKey, passphrase, ...options }: RestoreSiteOptions,
): Promise<RestoredSite> {
  requireOwner(caller);
  const { config, db } = context;
  const url = requireSiteUrl(options.url);
  await mkdir(config.mediaDir, { recursive: true });
  const draft = await mkdtemp(join(config.mediaDir, ".restored-"));
  let manifest: BackupManifest | undefined;
  let restoring: SiteRestore | undefined;
  let site: BackedUpSite | undefined;
  const files: string[] = [];
  const select = async () => {
    site ??= selectSite(await restoring!.findSites(), manifest!, url);
    return site;
  };
  let fileCount = 0;
  try {
    const summary = await readBackup(Readable.from(decryptBackup(source, file, passphrase)), file, {
      async onManifest(found) {
        if (found.files === "bucket")
          throw new BackupError(
            "The images and files of this backup are in a bucket. Restore a backup of the site, which contains them: porchlight backup FILE --site",
          );
        manifest = found;
        restoring = await startSiteRestore(config.connection, found);
      },
      async onEntry(name, content) {
        const [, table] = new RegExp(`^${databaseFolder}([^/]+)/\\d+\\.gz$`).exec(name) ?? [];
        if (table !== undefined) return restoring!.add(table, content);
        const found = await select();
        const folder = found.url === null || manifest!.site ? mediaFolder : `${mediaFolder}${sitesFolder}/${found.id}/`;
        if (isMediaId(name.slice(name.lastIndexOf("/") + 1))) fileCount += 1;
        const id = name.startsWith(folder) ? name.slice(folder.length) : "";
        if (!isMediaId(id)) return;
        await pipeline(content, createWriteStream(join(draft, id), { flush: true }));
        files.push(id);
      },
    });
    if (fileCount !== summary.files) throw new BackupError(`Files are missing from "${file}". Use another backup.`);
    // Completes the last table.
    const found = await select();
    restoring!.requireRows(summary.rows);
    const former = formerKey ?? config.secretKey;
    const key = findSiteKey(found, (row) => secretKeyOfRow(former, row));
    const row: SiteRow = { id: found.id, name: found.name, url, mailFrom: found.mailFrom, secretKey: null };
    if (!key.equals(secretKeyOfRow(config.secretKey, row)))
      row.secretKey = createSecrets(config.secretKey).seal(key.toString("base64"));
    await restoring!.lockSites();
    await requireFreeHost(db, config.publicUrl, row);
    if ((await findSites(db, true)).some(({ id }) => id === row.id))
      throw new BackupError("The site already exists in this installation. Remove it first: porchlight site remove");
    const store = openStore(configOfSite(config, row));
    let rows = 0;
    try {
      for (const id of files) await (await store).moveIn(join(draft, id), id);
      // Other sites cannot write from here on.
      rows = await restoring!.end(found, row);
      await restoring!.commit();
    } catch (error) {
      // A lost connection does not show whether the transaction was committed.
      await restoring!.close().catch(() => undefined);
      const exists = await findSites(db, true).then(
        (sites) => sites.some(({ id }) => id === row.id),
        () => true,
      );
      if (!exists) for (const id of files) await (await store).remove(id).catch(() => undefined);
      throw error;
    }
    await recordSiteEvent(db, context, caller, "site-restored", row);
    await enqueueIndexBuild(db, row.id);
    return { id: row.id, name: row.name, url, createdDate: manifest!.createdDate, rows, files: files.length };
  } finally {
    await restoring?.close().catch(() => undefined);
    await rm(draft, { recursive: true, force: true });
  }
}

/** The site to restore. In a backup of one site, its URL is not in the rows. */
function selectSite(sites: readonly BackedUpSite[], { site }: BackupManifest, url: string): BackedUpSite {
  const [only, another] = sites;
  if (only && site) return { ...only, url: site.isMain ? null : site.url };
  const found = another
    ? sites.find((one) => one.url !== null && URL.canParse(one.url) && hostOf(one.url) === hostOf(url))
    : only;
  if (found) return found;
  const hosts = sites.flatMap((one) => (one.url === null ? [] : [one.url]));
  throw new BackupError(
    `None of the sites in the backup has this host. Restore one of these, then move it with site update: ${hosts.join(", ")}.`,
  );
}

/** The store of the files of a site. */
async function openStore({ mediaDir, mediaS3 }: Pick<PlatformConfig, "mediaDir" | "mediaS3">): Promise<MediaStore> {
  if (mediaS3) return createS3Store(mediaS3);
  await mkdir(mediaDir, { recursive: true });
  return createFileStore(mediaDir);
}
