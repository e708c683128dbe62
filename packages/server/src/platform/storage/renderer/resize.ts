import sharp, { type Sharp } from "sharp";
import { maxImagePixels } from "../read-image.ts";
import type { Focus, RenderResult, ResizeTask } from "./rendition.ts";

// Disables all decoders except those of accepted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** Resizes an image: upright, in sRGB, without metadata. */
export async function resize({ bytes, width, height, focus, encoding }: ResizeTask): Promise<RenderResult> {
  const source = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: "error" });
  const { pages = 1, hasAlpha, autoOrient } = await source.metadata();
  if (pages > 1) return { failure: "animated" };
  const upright = source.autoOrient();
  const crop = height === undefined ? undefined : cropRegion(autoOrient, width / height, focus);
  const cropped = crop ? upright.extract(crop) : upright;
  const scaled = cropped.resize({ width: Math.min(width, crop?.width ?? autoOrient.width), withoutEnlargement: true });
  return { bytes: await encode(scaled, encoding === "legacy" ? (hasAlpha ? "png" : "jpg") : encoding) };
}

/** Largest region of this ratio, centered on the focus as far as possible. */
export function cropRegion(
  { width, height }: { width: number; height: number },
  ratio: number,
  [x, y]: Focus,
): { left: number; top: number; width: number; height: number } {
  const cutWidth = Math.max(1, Math.min(width, Math.round(height * ratio)));
  const cutHeight = Math.max(1, Math.min(height, Math.round(width / ratio)));
  const offset = (whole: number, part: number, fraction: number) =>
    Math.round(Math.min(Math.max(whole * fraction - part / 2, 0), whole - part));
  return { left: offset(width, cutWidth, x), top: offset(height, cutHeight, y), width: cutWidth, height: cutHeight };
}

function encode(image: Sharp, encoding: "avif" | "webp" | "jpg" | "png"): Promise<Buffer> {
  switch (encoding) {
    case "avif":
      return image.avif({ quality: 55, effort: 2 }).toBuffer();
    case "webp":
      return image.webp({ quality: 80 }).toBuffer();
    case "png":
      return image.png({ compressionLevel: 9 }).toBuffer();
    case "jpg":
      // JPEG has no transparency.
      return image.flatten({ background: "#ffffff" }).jpeg({ quality: 82, progressive: true }).toBuffer();
  }
}
