import { maxImageBytes } from "@porchlight/contract/media/media-file";
import { avif } from "./formats/avif.ts";
import { DamagedImage, type ImageFormat } from "./formats/format.ts";
import { gif } from "./formats/gif.ts";
import { jpeg } from "./formats/jpeg.ts";
import { png } from "./formats/png.ts";
import { webp } from "./formats/webp.ts";

/** Browsers decode a whole picture before they scale it. Source: security requirements §6.6. */
export const maxImagePixels = 50_000_000;

/** The formats that every browser shows and that hold no scripts, in the order in which they are tried. */
export const imageFormats: readonly ImageFormat[] = [jpeg, png, webp, gif, avif];

export interface Image {
  /** Of its name in the media folder, without a dot. */
  extension: string;
  /** Pixels as the picture is shown. */
  width: number;
  height: number;
  /** Whether it is a film. */
  isAnimated: boolean;
  /** Without anything that is not the picture: places, cameras, names, thumbnails, what was appended. */
  bytes: Buffer;
}

/** A file that is not taken for an image. The message goes on from its name: `is empty`. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

/**
 * What kind of image the bytes are, whatever the file is called, and the image without its metadata. Pixels are neither
 * decoded nor changed: the picture is the one that its author made.
 *
 * @throws {ImageError} for everything that is no whole PNG, JPEG, GIF, WebP or AVIF within the limits.
 * Source: security requirements §6.6.
 */
export function readImage(bytes: Buffer): Image {
  if (bytes.length === 0) throw new ImageError("is empty");
  if (bytes.length > maxImageBytes) throw new ImageError("is larger than 10 MiB");
  const format = imageFormats.find(({ matches }) => matches(bytes));
  if (!format) {
    throw new ImageError(isSvg(bytes) ? "is an SVG, which could hold scripts" : "is no PNG, JPEG, GIF, WebP or AVIF");
  }
  const { width, height, moves, bytes: clean } = readFormat(format, bytes);
  if (width * height > maxImagePixels) {
    throw new ImageError(`has ${width} × ${height} pixels, and 50 million are the most`);
  }
  return { extension: format.extension, width, height, isAnimated: moves, bytes: clean };
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
