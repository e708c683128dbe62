import { type CleanFile, createOutput, DamagedImage, type ImageFormat, take } from "./format.ts";

/** Source: RFC 9649. */
export const webp: ImageFormat = {
  extension: "webp",
  mediaType: "image/webp",
  matches: (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
  clean,
};

const imageChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags of `VP8X` for Exif and XMP. */
const metadataFlags = 0x08 | 0x04;

function clean(file: Buffer): CleanFile {
  const content = take(file, 8, file.readUInt32LE(4));
  // One more byte, in case the last chunk lacks its padding.
  const output = createOutput(file.length + 1);
  let size: { width: number; height: number } | undefined;
  let hasImage = false;
  let isAnimated = false;
  for (let offset = 4; offset < content.length; ) {
    const type = content.toString("latin1", offset, offset + 4);
    const length = content.readUInt32LE(offset + 4);
    const chunk = take(content, offset, 8 + length);
    size ??= sizeOf(type, chunk);
    if (type === "VP8 " || type === "VP8L" || type === "ANMF") hasImage = true;
    if (type === "ANMF") isAnimated = true;
    if (imageChunks.has(type)) {
      output.add(type === "VP8X" ? withoutMetadataFlags(chunk) : chunk);
      if (length % 2 === 1) output.add(Buffer.alloc(1));
    }
    offset += 8 + length + (length % 2);
  }
  if (!size || !hasImage) throw new DamagedImage();
  const body = output.finish();
  const header = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  header.writeUInt32LE(4 + body.length, 4);
  return { ...size, bytes: Buffer.concat([header, body]), isAnimated };
}

function withoutMetadataFlags(chunk: Buffer): Buffer {
  const bare = Buffer.from(chunk);
  bare.writeUInt8(bare.readUInt8(8) & ~metadataFlags, 8);
  return bare;
}

/** Reads the size from the first chunk. */
function sizeOf(type: string, chunk: Buffer): { width: number; height: number } {
  if (type === "VP8X") return { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
  if (type === "VP8 " && chunk.readUIntBE(11, 3) === 0x9d012a) {
    return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
  }
  if (type === "VP8L" && chunk.readUInt8(8) === 0x2f) {
    const bits = chunk.readUInt32LE(9);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  throw new DamagedImage();
}
