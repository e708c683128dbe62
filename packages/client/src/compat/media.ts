import { imageRatios, imageWidths, mediaPath } from "@porchlight/contract/media/media-file";
import { createError } from "../errors.ts";

/** An image, as `media.getImageUrl` describes it. */
export interface DescribedImage {
  id: string;
  url: string;
  /** Pixels; 0 if unknown. */
  height: number;
  width: number;
  /** Absent without a text in the address. */
  altText?: string;
  filename?: string;
}

let host = "";

/** Sets the host of the URLs that {@link media} returns: the calls of the platform's SDK do not name one. */
export function setMediaHost(origin: string): void {
  host = origin;
}

/** Imported posts can have files of other sites. */
const isForeign = (address: string): boolean => /^https?:\/\//i.test(address);

/** Splits `wix:image://v1/{id}/{name}#{parameters}`. */
function parse(address: string, type: string) {
  const [, id = "", name = "", parameters = ""] =
    new RegExp(`^(?:wix:)?${type}://v1/(?:ugd/)?([^/#]+)(?:/([^#]*))?(?:#(.*))?$`).exec(address) ?? [];
  if (!id) throw createError("invalid", "INVALID_ARGUMENT", `"${address}" is not an address of the type ${type}.`);
  let filename = name;
  try {
    filename = decodeURIComponent(name);
  } catch {
    // A name with a lone "%" stays as it is.
  }
  return { id, url: `${host}${mediaPath}${id}`, filename, parameters: new URLSearchParams(parameters) };
}

function getImageUrl(address: string): DescribedImage {
  if (isForeign(address)) return { id: "", url: address, height: 0, width: 0 };
  const { id, url, filename, parameters } = parse(address, "image");
  const size = { height: Number(parameters.get("originHeight")), width: Number(parameters.get("originWidth")) };
  return { id, url, ...size, ...(filename && { altText: filename, filename }) };
}

/** The smallest width of the server that is at least `pixels`. */
const availableWidth = (pixels: number): number => imageWidths.find((width) => width >= pixels) ?? imageWidths.at(-1)!;

/**
 * URLs of the files in posts, categories and items, for the server of the last created client. The server has fixed
 * image sizes, so an image may be larger than requested, and its aspect ratio is the nearest that the server has: set
 * the size of the element, with `object-fit: cover`. Source: docs/reference/media.md.
 *
 * All calls throw a {@link PorchlightError} `INVALID_ARGUMENT` for other addresses.
 */
export const media = {
  /** Describes the image of an address such as `post.heroImage`. */
  getImageUrl,

  /** Returns the URL of the image, cropped around its focal point. */
  getScaledToFillImageUrl(address: string, targetWidth: number, targetHeight: number, _options: object = {}): string {
    const { url } = getImageUrl(address);
    if (isForeign(address)) return url;
    const distance = ([width, height]: (typeof imageRatios)[number]) =>
      Math.abs(Math.log((width * targetHeight) / (height * targetWidth)));
    const [columns, rows] = [...imageRatios].sort((a, b) => distance(a) - distance(b))[0]!;
    const width = availableWidth(Math.max(targetWidth, (targetHeight * columns) / rows));
    return `${url}/v1/fill/w_${width},h_${Math.round((width * rows) / columns)}`;
  },

  /** Returns the URL of the whole image. */
  getScaledToFitImageUrl(address: string, targetWidth: number, targetHeight: number, _options: object = {}): string {
    const { url, width, height } = getImageUrl(address);
    if (isForeign(address)) return url;
    return `${url}/v1/fit/w_${availableWidth(Math.min(targetWidth, (targetHeight * width) / height || targetWidth))}`;
  },

  /** Describes a video. There is one resolution. */
  getVideoUrl(
    address: string,
    _resolution?: string,
  ): { id: string; url: string; thumbnail: string; filename?: string } {
    const { id, url, filename, parameters } = parse(address, "video");
    const [width, height] = ["posterWidth", "posterHeight"].map((name) => parameters.get(name) ?? 50);
    const poster = parameters.get("posterUri") ?? `${id}.jpg`;
    const thumbnail = `wix:image://v1/${poster}#originWidth=${width}&originHeight=${height}`;
    return { id, url, thumbnail, ...(filename && { filename }) };
  },

  /** Describes an audio file; `duration` in seconds. */
  getAudioUrl(address: string): { id: string; url: string; duration: number; filename?: string } {
    const { id, url, filename, parameters } = parse(address, "audio");
    return { id, duration: Number(parameters.get("duration")), url, ...(filename && { filename }) };
  },

  /** Describes a document. */
  getDocumentUrl(address: string): { id: string; url: string; filename?: string } {
    const { id, url, filename } = parse(address, "document");
    return { id, url, ...(filename && { filename }) };
  },
};
