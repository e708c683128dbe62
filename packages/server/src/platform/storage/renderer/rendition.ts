import { type ImageEncoding, imageEncodings, imageRatios, imageWidths } from "@porchlight/contract/media/media-file";
import type { Card } from "../social-card/card.ts";

/** A picture in another size: `height` when it is cut to that shape. */
export interface Rendition {
  width: number;
  height?: number;
  /** Left out: what the reader takes. */
  encoding?: ImageEncoding;
}

/**
 * Reads the end of an address such as `/media/{id}/v1/fill/w_640,h_360,enc_webp`, in the manner of the hosted platform's.
 *
 * @returns `undefined` for sizes that are not made, and for what is no size.
 */
export function parseRendition(mode: string, parameters: string): Rendition | undefined {
  const values = new Map<string, string>();
  for (const parameter of parameters.split(",")) {
    const [, name = "", value = ""] = /^(w|h|enc)_([a-z0-9]{1,5})$/.exec(parameter) ?? [];
    if (name === "" || values.has(name)) return undefined;
    values.set(name, value);
  }
  const width = imageWidths.find((one) => String(one) === values.get("w"));
  const encoding = imageEncodings.find((one) => one === values.get("enc"));
  if (width === undefined || (values.has("enc") && encoding === undefined)) return undefined;
  const encoded = encoding && { encoding };
  if (mode === "fit") return values.has("h") ? undefined : { width, ...encoded };
  if (mode !== "fill") return undefined;
  const heights = imageRatios.map(([across, down]) => Math.round((width * down) / across));
  const height = heights.find((one) => String(one) === values.get("h"));
  return height === undefined ? undefined : { width, height, ...encoded };
}

/** An AVIF of more pixels takes longer to make than it saves its reader. */
const maxAvifPixels = 1_500_000;

/**
 * What to encode a picture in; `legacy` is a JPEG, or a PNG where something shines through. Browsers that show AVIF and WebP say so.
 */
export function chooseEncoding(rendition: Rendition, accept: string | undefined): ImageEncoding | "legacy" {
  const { encoding, width, height = width } = rendition;
  if (encoding) return encoding;
  const takes = (type: string) => accept?.includes(type) ?? false;
  if (takes("image/avif") && width * height <= maxAvifPixels) return "avif";
  return takes("image/webp") ? "webp" : "legacy";
}

/** A share of the width and of the height, each from 0 to 1. */
export type Focus = readonly [x: number, y: number];

export interface ResizeTask {
  kind: "resize";
  bytes: Uint8Array;
  width: number;
  height?: number | undefined;
  focus: Focus;
  encoding: ImageEncoding | "legacy";
}

export type RenderTask = ResizeTask | { kind: "card"; card: Card };

/** `film`: it moves, and is shown as it is. `unreadable`: no picture can be made of it. */
export type RenderResult = { bytes: Uint8Array } | { failure: "film" | "unreadable" };
