import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type LogoImage, SettingError } from "../platform/settings/settings.ts";
import { type Image, ImageError, readImage } from "../platform/storage/read-image.ts";

/** 1 MiB. Every page shows it. */
export const maxLogoBytes = 1024 * 1024;
/** Browsers and mail programs decode it whole. */
const maxLogoPixels = 2048 * 2048;

/**
 * Keeps a picture for the settings `logo` and `logoDark`, which take what it answers. It stays when the setting changes: mails that
 * have been sent show it.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {SettingError} for what is no PNG, JPEG or WebP within the limits.
 * @throws {MediaWriteError} when the disk is full, or the folder cannot be written.
 */
export async function uploadLogo({ media }: ServerContext, caller: Caller, bytes: Buffer): Promise<LogoImage> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const image = readLogo(bytes);
  const { id } = await media.put(image);
  return { id, width: image.width, height: image.height };
}

function readLogo(bytes: Buffer): Image {
  const settingError = (reason: string) => new SettingError(`The picture ${reason}.`);
  if (bytes.length > maxLogoBytes) throw settingError("is larger than 1 MiB, the most that a logo may have");
  let image: Image;
  try {
    image = readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw settingError(error.message.startsWith("is no ") ? unsupportedFormat : error.message);
  }
  const { extension, isAnimated: moves, width, height } = image;
  // Mail programs show few kinds.
  if (extension === "gif" || extension === "avif") throw settingError(unsupportedFormat);
  if (moves) throw settingError("is a film, and has to be one picture");
  if (width * height > maxLogoPixels)
    throw settingError(`has ${width} × ${height} pixels, and 2048 × 2048 are the most`);
  return image;
}

const unsupportedFormat = "is no PNG, JPEG or WebP";
