import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createSecrets } from "../platform/crypto/secrets.ts";
import type { Connection } from "../platform/db/database.ts";
import { secretKeyOfRow } from "../platform/identity/key-ring.ts";
import { isMediaId, sitesFolder } from "../platform/storage/file-store.ts";
import { BackupError, type BackupManifest, type BackupSummary, readBackup } from "./backup-archive.ts";
import { decryptBackup } from "./backup-encryption.ts";
import { databaseFolder, mediaFolder } from "./create-backup.ts";
import { type DatabaseRestore, startRestore } from "./database-restore.ts";
import { findSiteKey } from "./site-restore.ts";

/** Where a backup is restored. */
export interface RestoreTarget {
  /** Folder of images and files. */
  mediaDir: string;
  /** Opens the database, which must be empty. Called for a readable backup only. */
  openDatabase(manifest: BackupManifest): Promise<Connection>;
  /**
   * `SECRET_KEY` of this installation, and of the installation that wrote the backup, if that was another one. Called
   * after `openDatabase`, for a backup of one site.
   */
  readKeys?(): { secretKey: Buffer | undefined; formerKey: Buffer | undefined };
  /** Passphrase of an encrypted backup. */
  passphrase?: string | undefined;
}

/** What a restored backup contains. */
export interface RestoredBackup extends BackupManifest, Omit<BackupSummary, "files"> {
  /** The number of images and files. */
  fileCount: number;
  /** Why the statistics of the tables are missing, if they are. PostgreSQL collects them later. */
  analyzeFailure: string | undefined;
}

/** Files of the main site, and of the others in folders of their own. */
const mediaPattern = new RegExp(`^${mediaFolder}((?:${sitesFolder}/[0-9a-f-]{36}/)?)([^/]+)$`);

/**
 * Restores a backup into a new installation, completely or not at all.
 *
 * @param file Name of the backup, for error messages.
 * @throws {BackupError} with a message for the operator.
 */
export async function restoreBackup(
  source: Readable,
  file: string,
  { mediaDir, openDatabase, readKeys, passphrase }: RestoreTarget,
): Promise<RestoredBackup> {
  const draft = `${mediaDir}.restored`;
  let manifest: BackupManifest | undefined;
  let restoring: DatabaseRestore | undefined;
  let fileCount = 0;
  await rm(draft, { recursive: true, force: true });
  try {
    const summary = await readBackup(Readable.from(decryptBackup(source, file, passphrase)), file, {
      async onManifest(found) {
        manifest = found;
        restoring = await startRestore(await openDatabase(found), found);
      },
      async onEntry(name, content) {
        const [, table] = new RegExp(`^${databaseFolder}([^/]+)/\\d+\\.gz$`).exec(name) ?? [];
        const [, folder = "", id = ""] = mediaPattern.exec(name) ?? [];
        if (table !== undefined) await restoring!.add(table, content);
        else if (isMediaId(id)) {
          await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });
          await pipeline(content, createWriteStream(join(draft, folder, id), { flush: true }));
          fileCount += 1;
        }
      },
    });
    if (fileCount !== summary.files) throw new BackupError(`Files are missing from "${file}". Use another backup.`);
    await restoring!.end(summary.rows);
    if (manifest!.site && readKeys) await adoptSiteKey(restoring!, manifest!.site, readKeys());
    // Files that no row refers to are harmless, rows without their files are not.
    if (fileCount > 0) await moveFiles(draft, mediaDir);
    const analyzeFailure = await restoring!.commit();
    return { ...manifest!, ...summary, files: manifest!.files, fileCount, analyzeFailure };
  } finally {
    await restoring?.close();
    await rm(draft, { recursive: true, force: true });
  }
}

/** Stores the secret key of the only site in a backup, unless it is `SECRET_KEY`. */
async function adoptSiteKey(
  restoring: DatabaseRestore,
  { id, isMain, url }: NonNullable<BackupManifest["site"]>,
  { secretKey, formerKey }: ReturnType<NonNullable<RestoreTarget["readKeys"]>>,
): Promise<void> {
  const site = { id, url: isMain ? null : url, ...(await restoring.readSiteKey(id)) };
  // This installation will use the key of the former one.
  if (!secretKey && !formerKey && isMain && !site.secretKey) return;
  const key = findSiteKey(site, (row) => secretKeyOfRow((formerKey ?? secretKey)!, row));
  const isOwn = secretKey?.equals(key) === true;
  await restoring.setSiteKey(id, isOwn ? null : createSecrets(secretKey!).seal(key.toString("base64")));
}

/** Moves the files of all folders, next to files that are there already. */
async function moveFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
}
