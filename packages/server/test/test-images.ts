import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

/**
 * Small images. `camera.jpg` (rotated, displayed as 40 × 60), `notes.png`, `photo.webp` and `photo.avif` contain the
 * word "Secret" in their metadata; the films have three frames.
 */
export const testImages = [
  { name: "camera.jpg", extension: "jpg", width: 40, height: 60 },
  { name: "progressive.jpg", extension: "jpg", width: 60, height: 40 },
  { name: "notes.png", extension: "png", width: 60, height: 40 },
  { name: "photo.webp", extension: "webp", width: 60, height: 40 },
  { name: "lossless.webp", extension: "webp", width: 60, height: 40 },
  { name: "film.webp", extension: "webp", width: 30, height: 20 },
  { name: "film.gif", extension: "gif", width: 30, height: 20 },
  { name: "photo.avif", extension: "avif", width: 60, height: 40 },
] as const;

export function testImage(name: (typeof testImages)[number]["name"]): Buffer {
  return readFileSync(new URL(`./test-images/${name}`, import.meta.url));
}

/** A grey picture of any size in a few bytes; `shade` (0–255) makes it another one. */
export function greyPng(width: number, height: number, shade = 128, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const line = Buffer.alloc(width + 1, shade);
  line[0] = 0;
  const rows = width * height < 10_000 ? Buffer.concat(Array.from({ length: height }, () => line)) : Buffer.alloc(1);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", head),
    ...extra,
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
