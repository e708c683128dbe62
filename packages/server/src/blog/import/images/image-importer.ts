import { open } from "node:fs/promises";
import { join } from "node:path";
import { type MediaStore, mediaPath } from "../../../platform/storage/file-store.ts";
import { type Image, ImageError, maxImageBytes, readImage } from "../../../platform/storage/read-image.ts";
import { reasonOf } from "../folder/list-folder.ts";

/** A picture of the imported folder that is in the media folder now. */
export interface TakenImage {
  kind: "taken";
  id: string;
  /** From the server's address on. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** A file that is not taken over. `reason` goes on from its name: `is empty`. */
export interface RefusedImage {
  kind: "refused";
  reason: string;
}

/** Takes pictures over, each file once, however many posts show it. */
export interface ImageShelf {
  /** @param file Path within the imported folder. */
  take(file: string): Promise<TakenImage | RefusedImage>;
  /** How many were not in the media folder before, since this was last asked. */
  countAdded(): number;
}

export function createImageShelf(root: string, media: MediaStore): ImageShelf {
  const answers = new Map<string, Promise<TakenImage | RefusedImage>>();
  let added = 0;

  async function take(file: string): Promise<TakenImage | RefusedImage> {
    const image = await readFile(join(root, file));
    if ("reason" in image) return image;
    const { id, isNew } = await media.put(image);
    if (isNew) added += 1;
    return { kind: "taken", id, url: `${mediaPath}${id}`, width: image.width, height: image.height };
  }

  return {
    take(file) {
      const answer = answers.get(file) ?? take(file);
      answers.set(file, answer);
      return answer;
    },
    countAdded() {
      const count = added;
      added = 0;
      return count;
    },
  };
}

async function readFile(path: string): Promise<Image | RefusedImage> {
  try {
    await using file = await open(path);
    // Larger files are refused by their size alone; one byte more than is allowed says enough.
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, maxImageBytes + 1));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return readImage(bytes.subarray(0, bytesRead));
  } catch (error) {
    return { kind: "refused", reason: error instanceof ImageError ? error.message : reasonOf(error) };
  }
}
