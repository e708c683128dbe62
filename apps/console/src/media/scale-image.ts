import { maxImageBytes } from "@porchlight/contract/media/media-file";

/** Decoding takes 4 bytes a pixel. The server accepts no more pixels either. */
const maxPixels = 50_000_000;
/** Twice the width of a large screen. Long side in pixels. */
const maxEdge = 4096;
const quality = 0.85;
/** Where formats declare an animation. */
const headBytes = 65_536;
const animated = /^GIF8|^\x89PNG.*acTL|^RIFF.{4}WEBP.*ANIM|^.{4}ftypavis/s;

let last: Promise<unknown> = Promise.resolve();

/**
 * Scales an image that is too large for the server, one at a time: a decoded image takes up to 200 MB.
 *
 * @returns `maxPixels` for an image with more pixels; `undefined` for animated images, and for files that the browser
 * cannot decode.
 */
export function scaleImage(file: File): Promise<File | { maxPixels: number } | undefined> {
  const scaled = last.then(() => scale(file));
  last = scaled.catch(() => undefined);
  return scaled;
}

async function scale(file: File): ReturnType<typeof scaleImage> {
  const head = new TextDecoder("latin1").decode(await file.slice(0, headBytes).arrayBuffer());
  if (animated.test(head)) return undefined;
  const url = URL.createObjectURL(file);
  try {
    const image = await load(url);
    if (!image) return undefined;
    if (image.naturalWidth * image.naturalHeight > maxPixels) return { maxPixels };
    return await draw(image, file);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Loads an image without decoding its pixels. */
function load(url: string): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(undefined);
    image.src = url;
  });
}

/** Draws the image in its orientation, and with transparency except for JPEG, until it is small enough. */
async function draw(image: HTMLImageElement, { name, type }: File): Promise<File | undefined> {
  const { naturalWidth, naturalHeight } = image;
  const longSide = Math.max(naturalWidth, naturalHeight);
  for (let edge = Math.min(longSide, maxEdge); edge > maxEdge / 8; edge /= 2) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round((naturalWidth * edge) / longSide));
    canvas.height = Math.max(1, Math.round((naturalHeight * edge) / longSide));
    const context = canvas.getContext("2d");
    if (!context) return undefined;
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    // Browsers that cannot write WebP write PNG.
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, type === "image/jpeg" ? type : "image/webp", quality),
    );
    if (blob && blob.size <= maxImageBytes) return new File([blob], named(name, blob.type), { type: blob.type });
  }
  return undefined;
}

/** The name with the extension of the type. JPEG has several. */
function named(name: string, type: string): string {
  return type === "image/jpeg" ? name : `${name.replace(/\.\w{1,5}$/, "")}.${type.replace("image/", "")}`;
}
