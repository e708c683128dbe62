import { open } from "node:fs/promises";
import { join } from "node:path";
import { maxImageBytes, mediaPath } from "@porchlight/contract/media/media-file";
import { describeFileError, type Failure, type ImageStore } from "../import-source.ts";

export interface StoredImage {
  kind: "stored";
  id: string;
  /** Relative to the server's address. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface RejectedImage extends Failure {
  kind: "rejected";
}

/** Imports images, each once, regardless of the number of posts that show it. */
export interface ImageImporter {
  /** @param name Path within the imported folder, or absolute URL. */
  import(name: string): Promise<StoredImage | RejectedImage>;
  /** Returns how many images were new to the store since the last call. */
  takeNewCount(): number;
}

/** Bounds the memory that a blog of any size needs. Neighboring posts share images. */
const maxCachedResults = 2000;

function createImageImporter(
  images: ImageStore,
  readBytes: (name: string) => Promise<Buffer | Failure>,
): ImageImporter {
  const results = new Map<string, Promise<StoredImage | RejectedImage>>();
  let newCount = 0;

  async function importImage(name: string): Promise<StoredImage | RejectedImage> {
    const bytes = await readBytes(name);
    const image = "reason" in bytes ? bytes : images.read(bytes);
    if ("reason" in image) return { kind: "rejected", reason: image.reason };
    const { id, isNew } = await images.put({ ...image, fileName: fileNameOf(name) });
    if (isNew) newCount += 1;
    return { kind: "stored", id, url: `${mediaPath}${id}`, width: image.width, height: image.height };
  }

  return {
    import(name) {
      const result = results.get(name) ?? importImage(name);
      results.set(name, result);
      if (results.size > maxCachedResults) results.delete(results.keys().next().value ?? "");
      return result;
    },
    takeNewCount() {
      const count = newCount;
      newCount = 0;
      return count;
    },
  };
}

/** The last segment of a path or URL. */
function fileNameOf(name: string): string {
  const path = URL.canParse(name) ? decodePath(new URL(name).pathname) : name;
  return path.slice(path.lastIndexOf("/") + 1);
}

/** URLs of blogs may contain a `%` that encodes nothing. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Imports files below `root`. */
export function createFolderImages(root: string, images: ImageStore): ImageImporter {
  return createImageImporter(images, async (file) => {
    try {
      return await readImageFile(join(root, file));
    } catch (error) {
      return { reason: describeFileError(error) };
    }
  });
}

/** Fetches a file. */
export type FetchImage = (url: string, maxBytes: number) => Promise<Buffer | Failure>;

/**
 * Imports images of a blog by their URLs.
 *
 * @param uploads Folder with the files of the blog, by the end of their URLs: `2024/05/photo.jpg` below
 * `wp-content/uploads` or `content/images`. Default: images are fetched.
 */
export function createBlogImages(
  images: ImageStore,
  uploads: string | undefined,
  fetchImage: FetchImage | undefined,
): ImageImporter {
  return createImageImporter(images, async (url) => {
    if (uploads !== undefined) return readUpload(uploads, url);
    return (await fetchImage?.(url, maxImageBytes + 1)) ?? { reason: "is not fetched" };
  });
}

async function readUpload(folder: string, url: string): Promise<Buffer | Failure> {
  const path = decodePath(new URL(url).pathname);
  const missing = { reason: "is not in the uploads folder" };
  if (path.includes("\0")) return missing;
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  // The path may be relative to the folder or to one of its parents.
  for (let from = 0; from < parts.length; from += 1) {
    try {
      return await readImageFile(join(folder, ...parts.slice(from)));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code !== "ENOENT" && code !== "ENOTDIR" && code !== "EISDIR") return { reason: describeFileError(error) };
    }
  }
  return missing;
}

/** Reads one byte more than the limit of larger files, so that they are rejected. */
async function readImageFile(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, maxImageBytes + 1));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
}

export function storedIds(images: Iterable<StoredImage | RejectedImage | undefined>): string[] {
  return [...images].flatMap((image) => (image?.kind === "stored" ? [image.id] : []));
}
