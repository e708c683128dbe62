import { type ImageEncoding, imageEncodings, imageRatios, imageWidths } from "@porchlight/contract/media/media-file";
import type { Card } from "../social-card/card.ts";

/** Size of a resized image; with `height`, it is cropped. */
export interface Rendition {
  width: number;
  height?: number;
  /** Default: chosen by the `Accept` header. */
  encoding?: ImageEncoding;
}

/**
 * Parses the end of a URL such as `/media/{id}/v1/fill/w_640,h_360,enc_webp`.
 *
 * @returns `undefined` for unsupported sizes and invalid parameters.
 */
export function parseRendition(mode: string, parameters: string): Rendition | undefined {
  const values = new Map<string, string>();
  for (const parameter of parameters.split(",")) {
    const [, name = "", value = ""] = /^(w|h|enc)_([a-z0-9]{1,5})$/.exec(parameter) ?? [];
    if (name === "" || values.has(name)) return undefined;
    values.set(name, value);
  }
  const width = imageWidths.find((candidate) => String(candidate) === values.get("w"));
  const encoding = imageEncodings.find((candidate) => candidate === values.get("enc"));
  if (width === undefined || (values.has("enc") && encoding === undefined)) return undefined;
  const encoded = encoding && { encoding };
  if (mode === "fit") return values.has("h") ? undefined : { width, ...encoded };
  if (mode !== "fill") return undefined;
  const heights = imageRatios.map(([across, down]) => Math.round((width * down) / across));
  const height = heights.find((candidate) => String(candidate) === values.get("h"));
  return height === undefined ? undefined : { width, height, ...encoded };
}

/** Encoding a larger AVIF takes longer than it saves. */
const maxAvifPixels = 1_500_000;

/** Chooses the encoding by the `Accept` header. `legacy`: JPEG, or PNG for images with transparency. */
export function chooseEncoding(rendition: Rendition, accept: string | undefined): ImageEncoding | "legacy" {
  const { encoding, width, height = width } = rendition;
  if (encoding) return encoding;
  const accepts = (type: string) => accept?.includes(type) ?? false;
  if (accepts("image/avif") && width * height <= maxAvifPixels) return "avif";
  return accepts("image/webp") ? "webp" : "legacy";
}

/** Fractions of width and height, from 0 to 1. */
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

/** `animated`: not resized. */
export type RenderResult = { bytes: Uint8Array } | { failure: "animated" | "unreadable" };
