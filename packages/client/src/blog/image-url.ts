/** An image for display. */
export interface ImageFile {
  src: string;
  /** Pixels; absent if unknown. */
  width?: number;
  height?: number;
  /** Alternative text; empty if there is none. */
  alt: string;
}

/**
 * Parses the image URL of posts and categories, `wix:image://v1/{id}/{text}#originWidth=…&originHeight=…` or a URL of
 * another site.
 *
 * @param host Base URL of the server, without a trailing slash. If omitted, the URL starts with `/media/`.
 * @returns `undefined` if there is no image. Source: entities.md, first table.
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

/** Images of this server except possibly animated ones, which are not resized. */
const scalableUrl = /\/media\/[\da-f]{32}\.(?:jpg|png|webp|avif)$/;
/** A subset of the server's widths. */
const widths = [320, 640, 960, 1280, 1920];

/**
 * Available sizes of one of the server's images, for `srcset`.
 *
 * @param src As returned by {@link parseImageUrl}.
 * @param width Width of the image in pixels: the largest size.
 * @param ratio Aspect ratio of the crop around the focal point, one that the server supports, such as 16 / 9. Default:
 * no crop.
 * @returns `undefined` for images of other sites. Source: docs/reference/media.md.
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

/** Without alternative text the URL has the file's name, which is no description. */
function textOf(name: string): string {
  try {
    return decodeURIComponent(name.replace(/.*\.\w{3,4}$/, ""));
  } catch {
    return "";
  }
}
