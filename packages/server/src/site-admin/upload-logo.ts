import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { type LogoImage, SettingError } from "../platform/settings/settings.ts";
import { type Image, ImageError, readImage } from "../platform/storage/read-image.ts";

/** 1 MiB. Every page shows it. */
export const logoMaxBytes = 1024 * 1024;
/** Browsers and mail programs decode it whole. */
const logoMaxPixels = 2048 * 2048;

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
  const refused = (reason: string) => new SettingError(`The picture ${reason}.`);
  if (bytes.length > logoMaxBytes) throw refused("is larger than 1 MiB, the most that a logo may have");
  let image: Image;
  try {
    image = readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw refused(error.message.startsWith("is no ") ? otherKind : error.message);
  }
  const { extension, moves, width, height } = image;
  // Mail programs show few kinds.
  if (extension === "gif" || extension === "avif") throw refused(otherKind);
  if (moves) throw refused("is a film, and has to be one picture");
  if (width * height > logoMaxPixels) throw refused(`has ${width} × ${height} pixels, and 2048 × 2048 are the most`);
  return image;
}

const otherKind = "is no PNG, JPEG or WebP";
