import { mediaPath } from "@porchlight/contract/media/media-file";
import type { LogoImage } from "./setting-schema.ts";
import type { SettingValues } from "./settings.ts";

/** An image as displayed. */
export interface DisplayedImage {
  /** Path on the server. */
  path: string;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** The image that replaces the site's name. */
export interface SiteLogo extends DisplayedImage {
  /** Variant for dark pages. Without it, the image has a light background there. */
  dark?: DisplayedImage;
}

/** CSS pixels. */
const maxSize = { width: 240, height: 40 };

export function siteLogo({ logo, logoDark }: Pick<SettingValues, "logo" | "logoDark">): SiteLogo | undefined {
  if (!logo) return undefined;
  return { ...toDisplayed(logo), ...(logoDark && { dark: toDisplayed(logoDark) }) };
}

/** Path of the site's icon: a square PNG. */
export function siteIcon({ icon }: Pick<SettingValues, "icon">): string | undefined {
  return icon ? `${mediaPath}${icon.id}/v1/fill/w_320,h_320,enc_png` : undefined;
}

/** Scales down to {@link maxSize}. */
function toDisplayed({ id, width, height }: LogoImage): DisplayedImage {
  const scale = Math.min(1, maxSize.width / width, maxSize.height / height);
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { path: `${mediaPath}${id}`, width: scaled(width), height: scaled(height) };
}
