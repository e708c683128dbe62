/** A picture as pages show it. */
export interface ImageFile {
  src: string;
  /** Pixels; absent where they are not known. */
  width?: number;
  height?: number;
  /** Alternative text; empty where there is none. */
  alt: string;
}

/**
 * Reads the address that posts and categories have for their picture, `wix:image://v1/{id}/{text}#originWidth=…&originHeight=…` or
 * one of another site.
 *
 * @param host Where the server answers, without a slash at the end; left out, the file's address begins with `/media/`.
 * @returns `undefined` when there is no picture.
 * Source: entities.md, first table.
 */
export function parseImageUrl(address: string | null | undefined, host = ""): ImageFile | undefined {
  const [, id, name = "", width, height] = pattern.exec(address ?? "") ?? [];
  if (id) {
    const size = Number(width) && { width: Number(width), height: Number(height) };
    return { src: `${host}/media/${id}`, ...size, alt: textOf(name) };
  }
  return address && /^https?:\/\//i.test(address) ? { src: address, alt: "" } : undefined;
}

const pattern = /^wix:image:\/\/v1\/([^/#]+)(?:\/([^/#]*))?(?:#originWidth=(\d+)&originHeight=(\d+)|#.*)?$/;

/** Pictures of this server, but for those that may move: they are shown as they are. */
const scalableUrl = /\/media\/[\da-f]{32}\.(?:jpg|png|webp|avif)$/;
/** Some of those that the server makes: enough for a browser to choose from. */
const widths = [320, 640, 960, 1280, 1920];

/**
 * The sizes in which the server makes a picture of its own, for `srcset`.
 *
 * @param src As {@link parseImageUrl} answers it.
 * @param width The picture's own, in pixels: no size is wider.
 * @param ratio Width by height of what it is cut to, around its focal point; whole unless given. One that the server makes, such as 16 / 9.
 * @returns `undefined` for pictures of others. Source: docs/media.md.
 */
export function imageSrcSet(src: string, width = Infinity, ratio?: number): string | undefined {
  if (!scalableUrl.test(src)) return undefined;
  return widths
    .filter((_, index) => !(widths[index - 1]! >= width))
    .map((one) => {
      const size = ratio ? `fill/w_${one},h_${Math.round(one / ratio)}` : `fit/w_${one}`;
      return `${src}/v1/${size} ${Math.min(one, width)}w`;
    })
    .join(", ");
}

/** Where there is no text the name of the file stands in its place, which says nothing to readers. */
function textOf(name: string): string {
  try {
    return decodeURIComponent(name.replace(/.*\.\w{3,4}$/, ""));
  } catch {
    return "";
  }
}
