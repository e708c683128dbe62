import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import type { PlatformConfig } from "../platform/config.ts";
import { createS3Client, type S3Location } from "../platform/storage/s3-client.ts";
import { uploadInParts } from "../platform/storage/s3-upload.ts";
import { BackupError } from "./backup-archive.ts";
import {
  type BackupFile,
  deleteBackupFile,
  deletePartialFiles,
  findBackupFile,
  listBackupFiles,
  parseBackupName,
  partialPrefix,
} from "./backup-folder.ts";

/** A backup to create. */
export interface NewBackup {
  /** File name. */
  id: string;
  /** The job that creates it: it replaces the files of an interrupted attempt of its own. */
  jobId: string;
}

/** Where backups are stored. */
export interface BackupStore {
  /** Path of a folder, or URL of a bucket. */
  readonly location: string;
  /** Newest first. */
  list(): Promise<BackupFile[]>;
  find(id: string): Promise<BackupFile | undefined>;
  /** Deletes a backup, if it exists. */
  remove(id: string): Promise<void>;
  read(id: string, signal?: AbortSignal): Promise<Readable>;
  /**
   * Stores what `write` writes, completely or not at all. `open` returns the output for an estimated number of bytes.
   *
   * @throws {BackupError} with a message for the operator.
   */
  write(backup: NewBackup, write: (open: (total: number) => Promise<Writable>) => Promise<void>): Promise<void>;
}

/** The store of an installation: a bucket if one is configured, otherwise a folder. */
export const openBackupStore = ({
  backupDir,
  backupS3,
}: Pick<PlatformConfig, "backupDir" | "backupS3">): BackupStore =>
  backupS3 ? createBucketStore(backupS3) : createFolderStore(backupDir);

function createFolderStore(folder: string): BackupStore {
  return {
    location: folder,
    list: () => listBackupFiles(folder),
    find: (id) => findBackupFile(folder, id),
    remove: (id) => deleteBackupFile(folder, { id }),
    read: async (id, signal) => createReadStream(join(folder, id), { signal }),
    async write({ id, jobId }, write) {
      await explainFailure(folder, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await deletePartialFiles(folder, jobId);
      });
      await writeFileOnce(join(folder, id), join(folder, `${partialPrefix}${jobId}`), write);
    },
  };
}

/**
 * Creates the file `path` from what `write` writes, as {@link BackupStore.write}. An existing file is not replaced.
 *
 * @param partial Name of the file until it is complete, in the same folder. No other backup may use it.
 */
export async function writeFileOnce(path: string, partial: string, write: Parameters<BackupStore["write"]>[1]) {
  const folder = join(path, "..");
  await explainFailure(folder, async () => {
    try {
      await write(async (total) => {
        await requireSpace(folder, total);
        return createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
      });
      await reserve(path);
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  });
}

/** Creates an empty file, which fails if it exists. Links of files are not supported by all file systems. */
async function reserve(path: string): Promise<void> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new BackupError(`"${path}" exists already. Choose another name.`);
  });
  await file.close();
}

function createBucketStore(location: S3Location): BackupStore {
  const client = createS3Client(location);
  return {
    location: location.url,
    async list() {
      const objects = await client.list("porchlight-");
      const files = objects.flatMap(({ name, size }) => {
        const parsed = parseBackupName(name);
        return parsed ? [{ id: name, size, ...parsed }] : [];
      });
      return files.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },
    async find(id) {
      const parsed = parseBackupName(id);
      if (!parsed) return undefined;
      const response = await client.request("HEAD", id);
      return response.ok ? { id, size: Number(response.headers.get("content-length")), ...parsed } : undefined;
    },
    async remove(id) {
      await (await client.request("DELETE", id)).body?.cancel();
    },
    async read(id, signal) {
      const { ok, status, body } = await client.request("GET", id);
      if (!ok) throw new Error(`the store returned status ${status}`);
      return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0], { signal });
    },
    async write({ id }, write) {
      try {
        await uploadInParts(client, id, write);
      } catch (error) {
        if (error instanceof BackupError || !(error instanceof Error)) throw error;
        throw new BackupError(`The backup cannot be written to "${location.url}": ${error.message}.`, { cause: error });
      }
    },
  };
}

const mebibyte = 1024 * 1024;
/** Space that a backup leaves free: PostgreSQL stops writing when there is none. */
const reservedBytes = 256 * mebibyte;

async function requireSpace(folder: string, total: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const missing = total + reservedBytes - bavail * bsize;
  if (missing <= 0) return;
  throw new BackupError(
    `There is too little space for a backup in "${folder}": ${Math.ceil(missing / mebibyte)} MiB more are required. Delete old backups, or choose a folder on another disk.`,
  );
}

/** Converts file system errors that the operator can fix to a message. */
async function explainFailure(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new BackupError(
        `There is no space left in "${folder}". Delete old backups, or choose a folder on another disk.`,
      );
    if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"].includes(String(code)))
      throw new BackupError(
        `Backups cannot be written to "${folder}" (${String(code)}). Correct the rights of the folder, or choose another one.`,
      );
    throw error;
  }
}
