import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileKinds } from "./file-kinds.ts";
import { type Image, imageFormats } from "./read-image.ts";

/** Temporary files younger than this may belong to a running request. */
const minAgeMs = 60 * 60_000;

/**
 * Deletes temporary files of interrupted uploads and imports. Several nodes may do so concurrently in a shared folder.
 */
export async function deleteStaleUploads(folder: string, now = Date.now()): Promise<void> {
  const incoming = join(folder, incomingFolder);
  const paths = [
    ...(await listNames(incoming)).map((name) => join(incoming, name)),
    // Temporary names: a dot, the id, and optionally a number.
    ...(await listNames(folder)).filter((name) => /^\.[0-9a-f]{32}\./.test(name)).map((name) => join(folder, name)),
  ];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < now - minAgeMs) await rm(path, { force: true });
  }
}

async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** Subfolder with a folder for each additional site of the installation. */
export const sitesFolder = "sites";

/** Subfolder for uploads in progress. */
export const incomingFolder = ".incoming";

const mediaTypes = new Map([
  ...imageFormats.map(({ extension, mediaType }) => [extension, mediaType] as const),
  ...fileKinds.map(({ extension, mimeType }) => [extension, mimeType] as const),
]);
/** Only valid ids are opened, so that no id refers to a path outside the folder. */
const idPattern = new RegExp(`^[0-9a-f]{32}\\.(${[...mediaTypes.keys()].join("|")})$`);

export const isMediaId = (id: string): boolean => idPattern.test(id);

/** Returns the media type by extension, if known. */
export function mediaTypeOf(path: string): string | undefined {
  return mediaTypes.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

export interface MediaFile {
  /** Bytes. */
  size: number;
  mediaType: string;
  /** The range is inclusive. */
  read(range?: { start: number; end: number }): Readable;
}

/** A file could not be stored. `cause` is the system error. */
export class MediaWriteError extends Error {
  override readonly name = "MediaWriteError";
}

/** Stores the media files of a site. */
export interface MediaStore {
  /** Returns the id that `put` would assign. */
  idOf(image: Image, owner?: string): string;
  /**
   * Stores an image atomically. Its id is derived from its bytes and `owner`. Images without an owner may be used by
   * several posts and are never removed.
   *
   * @throws {MediaWriteError}
   */
  put(image: Image, owner?: string): Promise<{ id: string; isNew: boolean }>;
  /**
   * Moves the local file at `path` into the store under an unused id.
   *
   * @throws {MediaWriteError}
   */
  moveIn(path: string, id: string): Promise<void>;
  find(id: string): Promise<MediaFile | undefined>;
  /** Removes a file, if it exists, and its temporary file. */
  remove(id: string): Promise<void>;
}

/** Stores files in a local folder, which is created when needed. */
export function createFileStore(folder: string): MediaStore {
  return {
    idOf: mediaIdOf,
    async put(image, owner) {
      const id = mediaIdOf(image, owner);
      const path = join(folder, id);
      try {
        // A crash may have left an incomplete file.
        if ((await sizeOf(path)) === image.bytes.length) return { id, isNew: false };
        await createFolder(folder);
        await replaceFile(
          path,
          join(folder, owner === undefined ? `.${id}.${randomUUID()}` : temporaryName(id)),
          image.bytes,
        );
      } catch (error) {
        throw new MediaWriteError("The image could not be stored.", { cause: error });
      }
      return { id, isNew: true };
    },
    async moveIn(path, id) {
      if (!isMediaId(id)) throw new TypeError(`"${id}" is not a file id`);
      await rename(path, join(folder, id)).catch((cause: unknown) => {
        throw new MediaWriteError("The file could not be stored.", { cause });
      });
    },
    async find(id) {
      const mediaType = mediaTypes.get(idPattern.exec(id)?.[1] ?? "");
      if (mediaType === undefined) return undefined;
      const path = join(folder, id);
      const size = await sizeOf(path);
      return size === undefined ? undefined : { size, mediaType, read: (range) => createReadStream(path, range) };
    },
    async remove(id) {
      if (!isMediaId(id)) return;
      for (const name of [id, temporaryName(id)]) await rm(join(folder, name), { force: true });
    },
  };
}

/** Wraps a store for a dry run: `put` reports what it would store, and nothing is written. */
export function createDryRunStore({ find }: MediaStore): MediaStore {
  const added = new Set<string>();
  return {
    idOf: mediaIdOf,
    async put(image, owner) {
      const id = mediaIdOf(image, owner);
      const isNew = !added.has(id) && (await find(id))?.size !== image.bytes.length;
      added.add(id);
      return { id, isNew };
    },
    moveIn: async () => undefined,
    find,
    remove: async () => undefined,
  };
}

/** Temporary name of an image with an owner. It needs no random part, since such an image has one writer. */
const temporaryName = (id: string) => `.${id}`;

export function mediaIdOf({ bytes, extension }: Image, owner = ""): string {
  return `${createHash("sha256").update(owner).update(bytes).digest("hex").slice(0, 32)}.${extension}`;
}

/** Creates a folder and its parents. `mkdir` with `recursive: true` would loop forever in `/proc`. */
export async function createFolder(folder: string): Promise<void> {
  const code = await mkdir(folder).then(() => undefined, codeUnlessFatal);
  if (code !== "ENOENT" || dirname(folder) === folder) return;
  await createFolder(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    // A concurrent call may have created it.
    if (codeOf(error) !== "EEXIST") throw error;
  });
}

function codeUnlessFatal(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== "EEXIST" && code !== "ENOENT") throw error;
  return code;
}

async function replaceFile(path: string, temporary: string, bytes: Buffer): Promise<void> {
  try {
    await writeAndSync(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, "wx");
  await file.writeFile(bytes);
  await file.sync();
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Inclusive range of bytes. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes. Multiple ranges, other units and invalid headers are ignored.
 * Source: RFC 9110 §14.1.2, §14.2.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "")
    return last === "0" || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
