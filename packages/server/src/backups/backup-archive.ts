import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";
import * as z from "zod";
import type { MediaFile } from "../platform/storage/file-store.ts";

/** A backup could not be created or restored. The message says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Name of the description within a backup, its first entry. */
const manifestName = "porchlight-backup.json";
/** Name of the trailer, the last entry. */
const trailerName = "porchlight-backup-end.json";

const manifestSchema = z.object({
  format: z.literal(2),
  createdDate: z.iso.datetime(),
  siteName: z.string(),
  /** Numbers of the applied migrations. */
  migrations: z.array(z.int()),
  database: z.enum(["embedded", "external"]),
  /** Of PostgreSQL. */
  databaseMajor: z.int(),
  /** The columns of each table. */
  tables: z.record(z.string(), z.array(z.string())),
  /** Indexes and statistics that migrations do not create, as statements of SQL. */
  indexes: z.array(z.object({ name: z.string(), definition: z.string(), comment: z.string().nullable() })),
  /** Whether triggers are enabled that migrations disable, or vice versa. */
  triggers: z.array(z.object({ table: z.string(), name: z.string(), isEnabled: z.boolean() })),
  /** Whether images and files are in the backup, or in a bucket. */
  files: z.enum(["included", "bucket"]),
  /** The site of a backup of one site; absent in a backup of an installation. */
  site: z.object({ id: z.uuid(), isMain: z.boolean(), url: z.string() }).optional(),
});
/** What a backup contains. */
export type BackupManifest = z.output<typeof manifestSchema>;

const summarySchema = z.object({
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.int()),
  /** The number of images and files. */
  files: z.int(),
  /** SHA-256 of the names and contents of all other entries. */
  sha256: z.string(),
});
/** Trailer of a backup with row counts and checksum, which shows that it is complete. */
export type BackupSummary = z.output<typeof summarySchema>;

/** A file to add, of a size that is known in advance. */
export type StoredFile = Pick<MediaFile, "size" | "read">;

/** Writes the entries of a backup. */
export interface BackupWriter {
  /** The archive, to be read while entries are added. */
  readonly archive: Pack;
  add(name: string, content: Buffer): Promise<void>;
  /**
   * Adds a file, unless it does not exist.
   *
   * @param onBytes Called with the number of bytes since the last call.
   */
  addFile(
    name: string,
    find: () => Promise<StoredFile | undefined>,
    onBytes: (bytes: number) => void,
  ): Promise<boolean>;
  /** Completes the backup. */
  end(summary: Omit<BackupSummary, "sha256">): Promise<void>;
}

/** Starts a backup: a tar archive, which standard tools can extract. */
export function createBackupWriter(manifest: BackupManifest): BackupWriter {
  const archive = pack();
  const digest = createHash("sha256");
  const mtime = new Date(manifest.createdDate);
  const write = (name: string, content: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mtime }, content, (error) => (error ? reject(error) : resolve()));
    });
  const add = (name: string, content: Buffer) => {
    addToDigest(digest, name, content.length).update(content);
    return write(name, content);
  };
  const started = add(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 2)));
  // Reported by the next entry.
  started.catch(() => undefined);
  return {
    archive,
    add: async (name, content) => {
      await started;
      return add(name, content);
    },
    async addFile(name, find, onBytes) {
      await started;
      const found = await find();
      if (!found) return false;
      const { size } = found;
      if (size === 0) {
        await add(name, Buffer.alloc(0));
        return true;
      }
      const source = found.read({ start: 0, end: size - 1 });
      addToDigest(digest, name, size);
      source.on("data", (chunk) => {
        digest.update(chunk);
        onBytes(chunk.length);
      });
      await pipeline(source, archive.entry({ name, size, mtime }));
      return true;
    },
    async end(summary) {
      const complete: BackupSummary = { ...summary, sha256: digest.digest("hex") };
      await write(trailerName, JSON.stringify(complete, undefined, 2));
      archive.finalize();
    },
  };
}

/** The size separates a name from a content that looks like another entry. */
const addToDigest = (digest: Hash, name: string, size: number): Hash => digest.update(`${name}\0${size}\0`);

/** Reads the parts of a backup in their order. */
export interface BackupReader {
  onManifest(manifest: BackupManifest): Promise<void>;
  /** Reads the content of an entry to its end. */
  onEntry(name: string, content: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Reads a backup.
 *
 * @param name Name of the backup, for error messages.
 * @returns The trailer of the backup, which has been compared with the entries.
 * @throws {BackupError} if it is not a complete backup of a known format.
 */
export async function readBackup(source: Readable, name: string, reader: BackupReader): Promise<BackupSummary> {
  const digest = createHash("sha256");
  let isFirst = true;
  let summary: BackupSummary | undefined;
  const archive = extract();
  const read = async () => {
    for await (const entry of archive) {
      const { header } = entry;
      if (isFirst && header.name !== manifestName) throw notABackup(name);
      if (summary) throw damaged(name);
      if (header.name === trailerName) {
        const found = summarySchema.safeParse(await readSmallJson(entry, header.size));
        if (!found.success || found.data.sha256 !== digest.digest("hex")) throw damaged(name);
        summary = found.data;
        continue;
      }
      addToDigest(digest, header.name, header.size ?? 0);
      const content = addContentToDigest(entry, digest);
      if (isFirst) {
        isFirst = false;
        await reader.onManifest(await readManifest(name, content, header.size));
      } else await reader.onEntry(header.name, content);
      for await (const _rest of content);
    }
  };
  try {
    await Promise.all([pipeline(source, archive), read()]);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // Errors of the format of the archive have no code and no class, those of compressed parts have a code of zlib.
    const isFormat = error instanceof Error && ((error.constructor === Error && code === "") || /^Z_/.test(code));
    if (isFormat) throw isFirst ? notABackup(name) : damaged(name);
    throw error;
  }
  if (isFirst) throw notABackup(name);
  if (!summary) throw damaged(name);
  return summary;
}

async function* addContentToDigest(entry: AsyncIterable<unknown>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
}

const maxJsonBytes = 16 * 1024 * 1024;

async function readSmallJson(content: AsyncIterable<unknown>, size = 0): Promise<unknown> {
  if (size > maxJsonBytes) return undefined;
  try {
    return JSON.parse((await buffer(content as AsyncIterable<Buffer>)).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readManifest(name: string, content: AsyncIterable<Buffer>, size?: number): Promise<BackupManifest> {
  const parsed = manifestSchema.safeParse(await readSmallJson(content, size));
  if (parsed.success) return parsed.data;
  throw new BackupError(`"${name}" was created by another version of Porchlight. Restore it with that version.`);
}

const damaged = (name: string) =>
  new BackupError(`"${name}" is damaged or incomplete. Copy it again, or use another backup.`);
const notABackup = (name: string) =>
  new BackupError(`"${name}" is not a backup of Porchlight. Pass a file that porchlight backup has written.`);
