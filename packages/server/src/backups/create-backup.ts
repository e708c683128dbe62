import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PlatformConfig } from "../platform/config.ts";
import type { Connection } from "../platform/db/database.ts";
import { type JobScope, jobsOf } from "../platform/jobs/jobs-store.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { createFileStore, isMediaId, type MediaStore, sitesFolder } from "../platform/storage/file-store.ts";
import { createS3Client } from "../platform/storage/s3-client.ts";
import { type BackupManifest, type BackupWriter, createBackupWriter, type StoredFile } from "./backup-archive.ts";
import { encryptBackup } from "./backup-encryption.ts";
import { type BackupFile, type BackupOrigin, backupName, deletePartialCopies } from "./backup-folder.ts";
import { openBackupStore, writeFileOnce } from "./backup-store.ts";
import { type DatabaseSnapshot, openSnapshot } from "./database-snapshot.ts";

/** How much of a backup is written, in bytes. `total` is an estimate. */
export interface BackupProgress {
  done: number;
  total: number;
}

interface WriteBackupOptions {
  signal?: AbortSignal;
  onProgress?: (progress: BackupProgress) => void;
}

interface CreateBackupOptions extends WriteBackupOptions {
  origin: BackupOrigin;
  /** The job that creates it: it replaces the files of an interrupted attempt of its own. */
  jobId?: string;
}

type BackupContext = Pick<ServerContext, "config" | "site" | "now">;

/** The part of an installation that a backup of one site contains. */
interface SiteScope extends JobScope {
  media: MediaStore;
}

/** Folders of images and files, and of tables, within a backup. */
export const mediaFolder = "media/";
export const databaseFolder = "database/";

/** An embedded database is reached by its socket, an external one by URL. */
export const databaseKindOf = (connection: Connection): BackupManifest["database"] =>
  "connectionString" in connection ? "external" : "embedded";

/**
 * Writes the database, images and files to a new backup, while the server is in use. A failed backup leaves nothing.
 * With a passphrase in the configuration, the backup is encrypted.
 *
 * @throws {BackupError} with a message for the operator.
 */
export async function createBackup(
  context: BackupContext,
  { origin, jobId = randomUUID(), ...options }: CreateBackupOptions,
): Promise<BackupFile> {
  const { config, now } = context;
  const store = openBackupStore(config);
  const id = backupName(now(), origin, config.backupPassphrase !== undefined);
  await store.write({ id, jobId }, (open) => writeBackup(context, options, open));
  return (await store.find(id))!;
}

/**
 * Writes a backup to the new file `path`, as {@link createBackup}.
 *
 * @throws {BackupError} with a message for the operator.
 */
export async function writeBackupFile(
  context: BackupContext,
  path: string,
  options: WriteBackupOptions,
): Promise<void> {
  await deletePartialCopies(dirname(path));
  await writeFileOnce(path, `${path}.${randomUUID()}.partial`, (open) => writeBackup(context, options, open));
}

/**
 * Writes a backup of one site of the installation, with the files of its bucket, to the new file `path`.
 *
 * @throws {BackupError} with a message for the operator.
 */
export async function writeSiteBackupFile(
  context: BackupContext & { media: MediaStore; staffSite: { site: { id: string } } },
  path: string,
  options: WriteBackupOptions,
): Promise<void> {
  const scope = { ...jobsOf(context), media: context.media };
  await deletePartialCopies(dirname(path));
  await writeFileOnce(path, `${path}.${randomUUID()}.partial`, (open) => writeBackup(context, options, open, scope));
}

/** Writes a backup to the output that `open` returns for its estimated size. */
async function writeBackup(
  { config, site, now }: BackupContext,
  { signal = new AbortController().signal, onProgress }: WriteBackupOptions,
  open: (total: number) => Promise<Writable>,
  scope?: SiteScope,
): Promise<void> {
  const { connection, mediaDir, mediaS3, publicUrl } = config;
  const createdAt = now();
  const { size, copyTable, close, ...catalog } = await openSnapshot(connection, signal, scope);
  try {
    const media = await (scope ? listSiteMedia(config, scope.media) : mediaS3 ? [] : listMedia(mediaDir));
    const total = size + media.reduce((sum, file) => sum + file.size, 0);
    const output = await open(total);
    let done = 0;
    const count = (bytes: number) => {
      done = Math.min(done + bytes, total);
      onProgress?.({ done, total });
    };
    const writer = createBackupWriter({
      format: 2,
      createdDate: createdAt.toISOString(),
      siteName: site.name,
      database: databaseKindOf(connection),
      files: mediaS3 && !scope ? "bucket" : "included",
      ...(scope && { site: { id: site.id, isMain: site.isMain, url: publicUrl } }),
      ...catalog,
    });
    const fill = async () => {
      const rows: Record<string, number> = {};
      for (const table of Object.keys(catalog.tables)) rows[table] = await addTable(writer, table, copyTable, count);
      let files = 0;
      for (const { name, find } of media) {
        signal.throwIfAborted();
        if (await writer.addFile(name, find, count)) files += 1;
      }
      await writer.end({ rows, files });
    };
    const filled = fill().catch((error: Error) => {
      writer.archive.destroy(error);
      throw error;
    });
    const { backupPassphrase } = config;
    const encrypt = (source: AsyncIterable<Uint8Array>) =>
      backupPassphrase === undefined ? source : encryptBackup(source, backupPassphrase);
    await Promise.all([pipeline(encrypt(writer.archive as AsyncIterable<Uint8Array>), output, { signal }), filled]);
    onProgress?.({ done: total, total });
  } finally {
    await close().catch(() => undefined);
  }
}

const compress = promisify(gzip);
const chunkBytes = 4 * 1024 * 1024;

/** Adds a table in compressed parts, because the size of an entry has to be known in advance. */
async function addTable(
  writer: BackupWriter,
  table: string,
  copyTable: DatabaseSnapshot["copyTable"],
  onBytes: (bytes: number) => void,
): Promise<number> {
  let part = 0;
  let size = 0;
  let chunks: Buffer[] = [];
  const flush = async () => {
    if (size === 0) return;
    const name = `${databaseFolder}${table}/${String(part).padStart(6, "0")}.gz`;
    await writer.add(name, await compress(Buffer.concat(chunks)));
    onBytes(size);
    part += 1;
    size = 0;
    chunks = [];
  };
  const rows = copyTable(table);
  for (;;) {
    const { done, value } = await rows.next();
    if (done) {
      await flush();
      return value;
    }
    chunks.push(value);
    size += value.length;
    if (size >= chunkBytes) await flush();
  }
}

interface NamedFile {
  name: string;
  size: number;
  find(): Promise<StoredFile | undefined>;
}

/** The images and files of all sites. */
async function listMedia(mediaDir: string): Promise<NamedFile[]> {
  const sites = await listNames(join(mediaDir, sitesFolder));
  const folders = ["", ...sites.map((id) => `${sitesFolder}/${id}/`)];
  return (await Promise.all(folders.map((folder) => listFolder(mediaDir, folder)))).flat();
}

/** The images and files of one site. */
async function listSiteMedia({ mediaDir, mediaS3 }: PlatformConfig, { find }: MediaStore): Promise<NamedFile[]> {
  if (!mediaS3) return listFolder(mediaDir, "");
  const objects = await createS3Client(mediaS3).list("");
  return objects
    .filter(({ name }) => isMediaId(name))
    .map(({ name, size }) => ({ name: `${mediaFolder}${name}`, size, find: () => find(name) }));
}

async function listFolder(mediaDir: string, folder: string): Promise<NamedFile[]> {
  const names = await listNames(join(mediaDir, folder));
  const store = createFileStore(join(mediaDir, folder));
  // Not the cache of resized images, and no uploads in progress.
  return Promise.all(
    names.filter(isMediaId).map(async (name) => {
      const find = () => store.find(name);
      return { name: `${mediaFolder}${folder}${name}`, size: (await find())?.size ?? 0, find };
    }),
  );
}

const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
