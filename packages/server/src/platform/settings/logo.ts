import { mediaPath } from "@porchlight/contract/media/media-file";
import type { LogoImage, SettingValues } from "./settings.ts";

/** A picture as it is shown. */
export interface ShownPicture {
  /** Below the server's address. */
  path: string;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** The owner's picture that stands for the site's name. */
export interface SiteLogo extends ShownPicture {
  /** Shown in its place on a dark page; where there is none, the picture stands on a light plate there. */
  dark?: ShownPicture;
}

/** CSS pixels. */
const maxSize = { width: 240, height: 40 };

/** `undefined` where the owner has given no picture: the site's name stands there. */
export function siteLogo({ logo, logoDark }: Pick<SettingValues, "logo" | "logoDark">): SiteLogo | undefined {
  if (!logo) return undefined;
  return { ...shown(logo), ...(logoDark && { dark: shown(logoDark) }) };
}

/** As large as there is room for, never larger than it is. */
function shown({ id, width, height }: LogoImage): ShownPicture {
  const scale = Math.min(1, maxSize.width / width, maxSize.height / height);
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { path: `${mediaPath}${id}`, width: scaled(width), height: scaled(height) };
}
