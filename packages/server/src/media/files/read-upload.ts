import { open, readFile } from "node:fs/promises";
import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type FileKind, FileKindError, findFileKind, signatureBytes } from "../../platform/storage/file-kinds.ts";
import { type Image, ImageError, imageFormats, readImage } from "../../platform/storage/read-image.ts";
import type { ReceivedFile } from "./receive-file.ts";

/** The detected type of an upload; images without their metadata. */
export type UploadContents = { image: Image; kind: FileKind } | { image?: undefined; kind: FileKind };

/** Images of up to 10 MiB are held in memory. */
const imageSemaphore = createSemaphore({ maxConcurrent: 2, maxQueued: 32 });

/**
 * Detects the type of a file from its contents.
 *
 * @throws {Refusal} `FILE_TYPE_REFUSED` or `FILE_DAMAGED`, with a `reason` that continues a sentence starting with the
 * file name, and `maxPixels` for an image with more; `PAYLOAD_TOO_LARGE` for an image of more than 10 MiB.
 */
export async function readUpload({ path, size }: ReceivedFile): Promise<UploadContents> {
  const head = await readHead(path);
  const format = imageFormats.find(({ matches }) => matches(head));
  if (!format) return { kind: kindOf(head) };
  if (size > maxImageBytes) throw new Refusal("PAYLOAD_TOO_LARGE", { limit: maxImageBytes });
  const image = await imageSemaphore.run(async () => cleanImage(await readFile(path)));
  return { image, kind: { extension: image.extension, mediaType: "IMAGE", mimeType: format.mediaType } };
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0);
  return buffer.subarray(0, bytesRead);
}

function kindOf(head: Buffer): FileKind {
  try {
    return findFileKind(head);
  } catch (error) {
    if (error instanceof FileKindError) throw new Refusal("FILE_TYPE_REFUSED", { reason: error.message });
    throw error;
  }
}

function cleanImage(bytes: Buffer): Image {
  try {
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const { message, maxPixels } = error;
    throw new Refusal("FILE_DAMAGED", { reason: message, ...(maxPixels !== undefined && { maxPixels }) });
  }
}
