import sharp, { type Sharp } from "sharp";
import { maxImagePixels } from "../read-image.ts";
import type { Focus, RenderResult, ResizeTask } from "./rendition.ts";

// The formats that are let in, and no other reader of files that the library brings along.
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

/** Makes a picture in another size, shown upright, in the colours that every screen has, and without anything else that was in it. */
export async function resize({ bytes, width, height, focus, encoding }: ResizeTask): Promise<RenderResult> {
  const source = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: "error" });
  const { pages = 1, hasAlpha, autoOrient } = await source.metadata();
  if (pages > 1) return { failure: "film" };
  const upright = source.autoOrient();
  const cut = height === undefined ? undefined : cropRegion(autoOrient, width / height, focus);
  const whole = cut ? upright.extract(cut) : upright;
  const scaled = whole.resize({ width: Math.min(width, cut?.width ?? autoOrient.width), withoutEnlargement: true });
  return { bytes: await encoded(scaled, encoding === "legacy" ? (hasAlpha ? "png" : "jpg") : encoding) };
}

/** The largest part of this shape that has the focus as near to its middle as the picture's edges allow. */
export function cropRegion(
  { width, height }: { width: number; height: number },
  ratio: number,
  [x, y]: Focus,
): { left: number; top: number; width: number; height: number } {
  const cutWidth = Math.max(1, Math.min(width, Math.round(height * ratio)));
  const cutHeight = Math.max(1, Math.min(height, Math.round(width / ratio)));
  const place = (whole: number, part: number, share: number) =>
    Math.round(Math.min(Math.max(whole * share - part / 2, 0), whole - part));
  return { left: place(width, cutWidth, x), top: place(height, cutHeight, y), width: cutWidth, height: cutHeight };
}

function encoded(picture: Sharp, encoding: "avif" | "webp" | "jpg" | "png"): Promise<Buffer> {
  switch (encoding) {
    case "avif":
      return picture.avif({ quality: 55, effort: 2 }).toBuffer();
    case "webp":
      return picture.webp({ quality: 80 }).toBuffer();
    case "png":
      return picture.png({ compressionLevel: 9 }).toBuffer();
    case "jpg":
      // What shines through in other formats shows paper here.
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 82, progressive: true }).toBuffer();
  }
}
