/** Pixels of each side at most: enough for a photo that nobody shows large, on the sharpest of screens. */
const side = 512;

/**
 * The middle of a picture, as a square that is small enough to send and to show on every page. It is turned as it was taken, and
 * nothing but the picture is left.
 *
 * @throws where the browser cannot read the file.
 */
export async function resizePhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(edge, side);
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
  canvas.getContext("2d")?.drawImage(bitmap, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Browsers that cannot write one kind answer with a PNG, which may be too large.
  for (const type of ["image/webp", "image/jpeg"]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    if (blob?.type === type) return blob;
  }
  throw new Error("This browser writes no pictures.");
}
