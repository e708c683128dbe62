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
export function readImageAddress(address: string | null | undefined, host = ""): ImageFile | undefined {
  const [, id, name = "", width, height] = pattern.exec(address ?? "") ?? [];
  if (id) {
    const size = Number(width) && { width: Number(width), height: Number(height) };
    return { src: `${host}/media/${id}`, ...size, alt: textOf(name) };
  }
  return address && /^https?:\/\//i.test(address) ? { src: address, alt: "" } : undefined;
}

const pattern = /^wix:image:\/\/v1\/([^/#]+)\/([^/#]*)(?:#originWidth=(\d+)&originHeight=(\d+)|#.*)?$/;

/** Where there is no text the name of the file stands in its place, which says nothing to readers. */
function textOf(name: string): string {
  try {
    return decodeURIComponent(name.replace(/.*\.\w{3,4}$/, ""));
  } catch {
    return "";
  }
}
