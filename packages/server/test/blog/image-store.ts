import type { ImageStore } from "@porchlight/importers/import-source";
import type { MediaStore } from "../../src/platform/storage/file-store.ts";
import { tryReadImage } from "../../src/platform/storage/read-image.ts";

/** The media store as importers use it that run in this process. */
export function createImageStore(media: Pick<MediaStore, "put">): ImageStore {
  return { read: tryReadImage, put: (image) => media.put(image) };
}
