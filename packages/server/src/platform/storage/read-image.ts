import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { avif } from "./formats/avif.ts";
import { DamagedImage, type ImageFormat } from "./formats/format.ts";
import { gif } from "./formats/gif.ts";
import { jpeg } from "./formats/jpeg.ts";
import { png } from "./formats/png.ts";
import { webp } from "./formats/webp.ts";

/** Browsers decode an image before scaling it. Source: security requirements §6.6. */
export const maxImagePixels = 50_000_000;

/** Formats supported by every browser that cannot contain scripts, in order of detection. */
export const imageFormats: readonly ImageFormat[] = [jpeg, png, webp, gif, avif];

export interface Image {
  /** Extension in the store, without a dot. */
  extension: string;
  /** Pixels, after rotation. */
  width: number;
  height: number;
  isAnimated: boolean;
  /** Without metadata, thumbnails and appended data. */
  bytes: Buffer;
}

/** An unsupported image. The message follows its name: `is empty`. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  /** Set if the image has more pixels than this. */
  readonly maxPixels: number | undefined;

  constructor(message: string, { maxPixels }: { maxPixels?: number } = {}) {
    super(message);
    this.maxPixels = maxPixels;
  }
}

/**
 * Detects the format of an image and removes its metadata, without decoding or changing pixels.
 *
 * @throws {ImageError} unless the file is a complete PNG, JPEG, GIF, WebP or AVIF within the limits.
 * Source: security requirements §6.6.
 */
export function readImage(bytes: Buffer): Image {
  if (bytes.length === 0) throw new ImageError("is empty");
  if (bytes.length > maxImageBytes) throw new ImageError("is larger than 10 MiB");
  const format = imageFormats.find(({ matches }) => matches(bytes));
  if (!format) {
    throw new ImageError(isSvg(bytes) ? "is an SVG, which could hold scripts" : "is no PNG, JPEG, GIF, WebP or AVIF");
  }
  const { width, height, isAnimated, bytes: clean } = readFormat(format, bytes);
  if (width * height > maxImagePixels) {
    throw new ImageError(`has ${width} × ${height} pixels, and 50 million are the most`, { maxPixels: maxImagePixels });
  }
  return { extension: format.extension, width, height, isAnimated, bytes: clean };
}

/** Like {@link readImage}, but returns the message of an `ImageError`. */
export function tryReadImage(bytes: Buffer): Image | { reason: string } {
  try {
    return readImage(bytes);
  } catch (error) {
    if (error instanceof ImageError) return { reason: error.message };
    throw error;
  }
}

function readFormat(format: ImageFormat, bytes: Buffer) {
  try {
    const file = format.clean(bytes);
    if (file.width > 0 && file.height > 0) return file;
  } catch (error) {
    if (!(error instanceof DamagedImage || error instanceof RangeError)) throw error;
  }
  throw new ImageError("is cut off or damaged");
}

function isSvg(bytes: Buffer): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/is.test(
    bytes.toString("utf8", 0, 2048),
  );
}
