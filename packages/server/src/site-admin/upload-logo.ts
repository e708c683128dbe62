import type { Caller } from "../platform/context/caller.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { LogoImage } from "../platform/settings/setting-schema.ts";
import { SettingError } from "../platform/settings/settings.ts";
import { type Image, ImageError, readImage } from "../platform/storage/read-image.ts";

/** 1 MiB. */
export const maxLogoBytes = 1024 * 1024;
/** Limits the memory that browsers and email clients need for decoding. */
const maxLogoPixels = 2048 * 2048;

/**
 * Stores an image for the settings `logo` and `logoDark`. It is never deleted, because sent emails refer to it.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {SettingError} unless it is a PNG, JPEG or WebP within the limits.
 * @throws {MediaWriteError} if the disk is full or the folder is not writable.
 */
export async function uploadLogo(context: ServerContext, caller: Caller, bytes: Buffer): Promise<LogoImage> {
  requireOwner(caller);
  return storeLogo(context, bytes);
}

/** Like {@link uploadLogo}, without a check of the caller. */
export async function storeLogo({ media }: Pick<ServerContext, "media">, bytes: Buffer): Promise<LogoImage> {
  const image = readLogo(bytes);
  const { id } = await media.put(image);
  return { id, width: image.width, height: image.height };
}

function readLogo(bytes: Buffer): Image {
  const settingError = (reason: string) => new SettingError(`The image ${reason}.`);
  if (bytes.length > maxLogoBytes) throw settingError("is larger than 1 MiB");
  let image: Image;
  try {
    image = readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw settingError(error.message.startsWith("is no ") ? unsupportedFormat : error.message);
  }
  const { extension, isAnimated, width, height } = image;
  // Few email clients support these formats.
  if (extension === "gif" || extension === "avif") throw settingError(unsupportedFormat);
  if (isAnimated) throw settingError("is animated");
  if (width * height > maxLogoPixels) throw settingError(`has ${width} × ${height} pixels, more than 2048 × 2048`);
  return image;
}

const unsupportedFormat = "is not a PNG, JPEG or WebP";
