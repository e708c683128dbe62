import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ImportSourceError } from "../import-source.ts";

/** What an archive may contain. */
export interface ArchiveLimits {
  /** Size of all files together. */
  maxBytes: number;
  maxFiles: number;
}

const gibibyte = 1024 ** 3;
/** Images do not compress: an archive of 1 GiB rarely has twice as much in it. */
const defaultLimits: ArchiveLimits = { maxBytes: 2 * gibibyte, maxFiles: 100_000 };

/**
 * Unpacks a ZIP archive into an existing empty folder. Links, hidden files and `node_modules` are left out.
 *
 * @param archive Its path, and its name for errors.
 * @throws {ImportSourceError} if it is damaged, encrypted or too large, or a path in it leads out of the folder.
 */
export async function unpackZip(
  archive: { path: string; name: string },
  folder: string,
  onProgress: () => void,
  { maxBytes, maxFiles }: ArchiveLimits = defaultLimits,
): Promise<void> {
  const fail = (reason: string, cause?: unknown) => new ImportSourceError(`"${archive.name}" ${reason}`, { cause });
  let bytes = 0;
  let files = 0;
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(archive.path, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      onProgress();
      if (!isWanted(entry)) continue;
      files += 1;
      bytes += entry.uncompressedSize;
      if (files > maxFiles) throw fail(`has more than ${maxFiles} files. Import a part of them at a time.`);
      if (bytes > maxBytes)
        throw fail(`is larger than ${describeSize(maxBytes)} when unpacked. Import a part of its files at a time.`);
      if (entry.isEncrypted()) throw fail("is protected with a password. Save the archive without one.");
      const path = join(folder, entry.fileName);
      await mkdir(dirname(path), { recursive: true });
      // The stream fails if the file is larger than declared.
      const content = await zip.openReadStreamPromise(entry);
      // Without this listener, an error that follows one of the written file would crash the process.
      content.on("error", () => undefined);
      let checksum = 0;
      content.on("data", (chunk: Buffer) => {
        onProgress();
        checksum = crc32(chunk, checksum);
      });
      await pipeline(content, createWriteStream(path, { flags: "wx" }));
      if (checksum !== entry.crc32) throw new Error("wrong checksum");
    }
  } catch (error) {
    if (error instanceof ImportSourceError) throw error;
    throw isDiskError(error) ? error : fail(describe(error), error);
  } finally {
    zip?.close();
  }
}

const describeSize = (bytes: number) =>
  bytes >= gibibyte ? `${bytes / gibibyte} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`;

const linkType = 0o120000;
const typeMask = 0o170000;

function isWanted(entry: Entry): boolean {
  if (entry.fileName.endsWith("/")) return false;
  // The upper half has the mode of Unix.
  if (((entry.externalFileAttributes >>> 16) & typeMask) === linkType) return false;
  return !entry.fileName.split("/").some((name) => name.startsWith(".") || ["node_modules", "__MACOSX"].includes(name));
}

/** The machine cannot store the file, whatever the archive contains. */
function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE"].includes(code);
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  // yauzl rejects such paths before anything of the file is written.
  if (/^(?:absolute path|invalid relative path|invalid characters in fileName)/.test(message))
    return "has a file whose path leads out of the archive. It is not safe to unpack.";
  if (message.startsWith("unsupported compression method"))
    return "is compressed in a way that cannot be read. Save it as a normal ZIP file.";
  return "is damaged or incomplete. Create the archive again.";
}
