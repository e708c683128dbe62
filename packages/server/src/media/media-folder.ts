import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { type Image, imageFormats } from "./read-image.ts";

/** Path of a media file below the server's address; its id follows. */
export const mediaPath = "/media/";

const mediaTypes = new Map(imageFormats.map(({ extension, mediaType }) => [extension, mediaType]));
/** Only what `put` has named is ever opened: no id leads out of the folder. */
const idPattern = new RegExp(`^[0-9a-f]{32}\\.(${[...mediaTypes.keys()].join("|")})$`);

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

/** Where the pictures of a site are kept. */
export interface MediaFolder {
  /** Keeps the image, whole or not at all, and answers its id, which is one for the same bytes. `isNew`: it was not there. */
  put(image: Image): Promise<{ id: string; isNew: boolean }>;
  /** `undefined` when there is no file of this id. */
  find(id: string): Promise<MediaFile | undefined>;
}

/** Files in a folder of this machine, which is made with the first of them. */
export function createMediaFolder(folder: string): MediaFolder {
  return {
    async put(image) {
      const id = idOf(image);
      if (await isFile(join(folder, id))) return { id, isNew: false };
      await makeFolder(folder);
      const unfinished = join(folder, `.${id}.${randomUUID()}`);
      try {
        await writeWhole(unfinished, image.bytes);
        await rename(unfinished, join(folder, id));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { id, isNew: true };
    },
    async find(id) {
      const mediaType = mediaTypes.get(idPattern.exec(id)?.[1] ?? "");
      if (mediaType === undefined) return undefined;
      const path = join(folder, id);
      const size = await sizeOf(path);
      return size === undefined ? undefined : { size, mediaType, read: (range) => createReadStream(path, range) };
    },
  };
}

/** Says what the folder would do and writes nothing. */
export function createMediaRehearsal({ find }: MediaFolder): MediaFolder {
  const added = new Set<string>();
  return {
    async put(image) {
      const id = idOf(image);
      const isNew = !added.has(id) && (await find(id)) === undefined;
      added.add(id);
      return { id, isNew };
    },
    find,
  };
}

function idOf({ bytes, extension }: Image): string {
  return `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${extension}`;
}

/** Not by `recursive: true`, which tries for ever where a folder says that what is made in it does not exist (`/proc`). */
async function makeFolder(folder: string): Promise<void> {
  const code = await mkdir(folder).then(() => undefined, codeOfFailure);
  if (code !== "ENOENT" || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

/** A folder that is there already is as good; whatever else went wrong. @throws the error itself. */
function codeOfFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== "EEXIST" && code !== "ENOENT") throw error;
  return code;
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, "wx");
  await file.writeFile(bytes);
  await file.sync();
}

async function isFile(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined;
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
