import { open } from "node:fs/promises";
import { join } from "node:path";
import { type MediaStore, mediaPath } from "../../../platform/storage/file-store.ts";
import { ImageError, maxImageBytes, readImage } from "../../../platform/storage/read-image.ts";
import { reasonOf } from "../folder/list-folder.ts";
import type { RefusedImage, TakenImage } from "../images/image-importer.ts";

/** Fetches a file of the web. @throws {PictureError} when it cannot be had. */
export type FetchPicture = (url: string, maxBytes: number) => Promise<Buffer>;

/** Takes over pictures of a blog that is elsewhere. */
export interface PictureShelf {
  /** @param url Absolute. */
  take(url: string): Promise<TakenImage | RefusedImage>;
  /** How many were not in the media folder before, since this was last asked. */
  countAdded(): number;
}

/** Answers that are kept: neighbours show the same picture, and a blog of any size has to be imported in bounded memory. */
const answersKept = 2000;

/**
 * @param uploads Folder with the files of the blog, by the end of their addresses: `2024/05/photo.jpg` below `wp-content/uploads` or
 * `content/images`. Without it they are fetched.
 */
export function createPictureShelf(
  media: MediaStore,
  uploads: string | undefined,
  fetch: FetchPicture | undefined,
): PictureShelf {
  const answers = new Map<string, Promise<TakenImage | RefusedImage>>();
  let added = 0;

  async function take(url: string): Promise<TakenImage | RefusedImage> {
    try {
      const bytes = uploads === undefined ? await fetch?.(url, maxImageBytes + 1) : await readUpload(uploads, url);
      if (!bytes) throw new PictureError("is not fetched");
      const image = readImage(bytes);
      const { id, isNew } = await media.put(image);
      if (isNew) added += 1;
      return { kind: "taken", id, url: `${mediaPath}${id}`, width: image.width, height: image.height };
    } catch (error) {
      if (error instanceof ImageError || error instanceof PictureError)
        return { kind: "refused", reason: error.message };
      throw error;
    }
  }

  return {
    take(url) {
      const answer = answers.get(url) ?? take(url);
      answers.set(url, answer);
      if (answers.size > answersKept) answers.delete(answers.keys().next().value ?? "");
      return answer;
    },
    countAdded() {
      const count = added;
      added = 0;
      return count;
    },
  };
}

/** A picture that cannot be had. The message goes on from its address. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

async function readUpload(folder: string, url: string): Promise<Buffer> {
  const path = decodeURIComponent(new URL(url).pathname);
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  if (path.includes("\0")) throw new PictureError("is not in the folder of uploads");
  // Its path may be that of the folder, or begin above it.
  for (let from = 0; from < parts.length; from += 1) {
    try {
      await using file = await open(join(folder, ...parts.slice(from)));
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, maxImageBytes + 1));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EISDIR") throw new PictureError(reasonOf(error));
    }
  }
  throw new PictureError("is not in the folder of uploads");
}
