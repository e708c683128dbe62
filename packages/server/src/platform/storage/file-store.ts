import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileKinds } from "./file-kinds.ts";
import { type Image, imageFormats } from "./read-image.ts";

/** Where uploads are while they come, within the folder of media. */
export const incomingFolder = ".incoming";

const mediaTypes = new Map([
  ...imageFormats.map(({ extension, mediaType }) => [extension, mediaType] as const),
  ...fileKinds.map(({ extension, mimeType }) => [extension, mimeType] as const),
]);
/** Only what `put` has named is ever opened: no id leads out of the folder. */
const idPattern = new RegExp(`^[0-9a-f]{32}\\.(${[...mediaTypes.keys()].join("|")})$`);

export const isMediaId = (id: string): boolean => idPattern.test(id);

/** Of a path that ends like one of ours; undefined for others. */
export function mediaTypeOf(path: string): string | undefined {
  return mediaTypes.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

export interface MediaFile {
  /** Bytes. */
  size: number;
  mediaType: string;
  /** Both ends belong to it. */
  read(range?: { start: number; end: number }): Readable;
}

/** A picture could not be kept. `cause` is the system's error, which often does not tell where. */
export class MediaWriteError extends Error {
  override readonly name = "MediaWriteError";
}

/** Where the pictures of a site are kept. */
export interface MediaStore {
  /** The id that `put` answers for them. */
  idOf(image: Image, owner?: string): string;
  /**
   * Keeps the image, whole or not at all, and answers its id, which is one for the same bytes and the same `owner`. `isNew`: it was
   * not there. Without an owner it may be in use in many places, and is never removed.
   * @throws {MediaWriteError} when the disk is full, or the folder cannot be written.
   */
  put(image: Image, owner?: string): Promise<{ id: string; isNew: boolean }>;
  /**
   * Keeps the file at `path` of this machine under this id, which no file has had; it may be gone from there then.
   * @throws {MediaWriteError}
   */
  moveIn(path: string, id: string): Promise<void>;
  /** `undefined` when there is no file of this id. */
  find(id: string): Promise<MediaFile | undefined>;
  /** Removes the file of this id, if there is one, and what is left of one that was cut off. */
  remove(id: string): Promise<void>;
}

/** Files in a folder of this machine, which is made with the first of them. */
export function createFileStore(folder: string): MediaStore {
  return {
    idOf: mediaIdOf,
    async put(image, owner) {
      const id = mediaIdOf(image, owner);
      const path = join(folder, id);
      try {
        // A disk that lost its power, or a copy that was cut off, may have left a part of it.
        if ((await sizeOf(path)) === image.bytes.length) return { id, isNew: false };
        await createFolder(folder);
        await replaceFile(
          path,
          join(folder, owner === undefined ? `.${id}.${randomUUID()}` : temporaryName(id)),
          image.bytes,
        );
      } catch (error) {
        throw new MediaWriteError("The picture could not be kept.", { cause: error });
      }
      return { id, isNew: true };
    },
    async moveIn(path, id) {
      if (!isMediaId(id)) throw new TypeError(`"${id}" is no id of a file`);
      await rename(path, join(folder, id)).catch((cause: unknown) => {
        throw new MediaWriteError("The file could not be kept.", { cause });
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

/** Says what the folder would do and writes nothing. */
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

/** Of an owner's picture, which nobody else writes at the same time. */
const temporaryName = (id: string) => `.${id}`;

export function mediaIdOf({ bytes, extension }: Image, owner = ""): string {
  return `${createHash("sha256").update(owner).update(bytes).digest("hex").slice(0, 32)}.${extension}`;
}

/** Not by `recursive: true`, which tries for ever where a folder says that what is made in it does not exist (`/proc`). */
export async function createFolder(folder: string): Promise<void> {
  const code = await mkdir(folder).then(() => undefined, codeUnlessFatal);
  if (code !== "ENOENT" || dirname(folder) === folder) return;
  await createFolder(dirname(folder));
  await mkdir(folder);
}

/** A folder that is there already is as good; whatever else went wrong. @throws the error itself. */
function codeUnlessFatal(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== "EEXIST" && code !== "ENOENT") throw error;
  return code;
}

/** Whole or not at all. */
async function replaceFile(path: string, unfinished: string, bytes: Buffer): Promise<void> {
  try {
    await writeAndSync(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
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

/** Bytes of a file; both ends belong to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a `Range` header asks of a file of `size` bytes. Headers that name several ranges, other units or nonsense are passed
 * over: the answer is then the whole file. Source: RFC 9110 §14.1.2, §14.2.
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
