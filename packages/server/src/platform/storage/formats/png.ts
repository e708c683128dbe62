import { crc32 } from "node:zlib";
import { type CleanFile, createOutput, DamagedImage, type ImageFormat, take } from "./format.ts";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Chunks with image data, colors, physical size and animation; the others are metadata. */
const imageChunks = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs acTL fcTL fdAT".split(" "));

/** Source: W3C, PNG (Third Edition), §5, §11. */
export const png: ImageFormat = {
  extension: "png",
  mediaType: "image/png",
  matches: (file) => file.subarray(0, signature.length).equals(signature),
  clean,
};

function clean(file: Buffer): CleanFile {
  const output = createOutput(file.length);
  output.add(signature);
  let size: { width: number; height: number } | undefined;
  let hasImage = false;
  let isAnimated = false;
  for (let offset = signature.length; ; ) {
    const length = file.readUInt32BE(offset);
    const chunk = take(file, offset, length + 12);
    const type = chunk.toString("latin1", 4, 8);
    if (crc32(chunk.subarray(4, 8 + length)) !== chunk.readUInt32BE(8 + length)) throw new DamagedImage();
    if ((type === "IHDR") !== (size === undefined)) throw new DamagedImage();
    size ??= { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) };
    if (type === "IDAT") hasImage = true;
    if (type === "acTL") isAnimated = true;
    if (imageChunks.has(type)) output.add(chunk);
    offset += chunk.length;
    if (type !== "IEND") continue;
    if (!hasImage) throw new DamagedImage();
    return { ...size, bytes: output.finish(), isAnimated };
  }
}
