import { type CleanFile, createOutput, DamagedImage, type ImageFormat, take } from "./format.ts";

/** Source: CompuServe, GIF89a. */
export const gif: ImageFormat = {
  extension: "gif",
  mediaType: "image/gif",
  matches: (file) => /^GIF8[79]a$/.test(file.toString("latin1", 0, 6)),
  clean,
};

/** Extensions with the loop count. */
const loopExtensions = ["NETSCAPE2.0", "ANIMEXTS1.0"];

function clean(file: Buffer): CleanFile {
  const width = file.readUInt16LE(6);
  const height = file.readUInt16LE(8);
  const start = 13 + colorTableLength(file.readUInt8(10));
  const output = createOutput(file.length + 1);
  output.add(take(file, 0, start));
  let frames = 0;
  for (let offset = start; ; ) {
    // Some encoders omit the trailer.
    const introducer = offset === file.length ? 0x3b : file.readUInt8(offset);
    if (introducer === 0x3b) break;
    let end: number;
    let isImageData = true;
    if (introducer === 0x2c) {
      const data = offset + 10 + colorTableLength(file.readUInt8(offset + 9)) + 1;
      end = endOfBlocks(file, data);
      frames += 1;
    } else if (introducer === 0x21) {
      const label = file.readUInt8(offset + 1);
      end = endOfBlocks(file, offset + 2);
      // Keep graphic control and loop extensions, but no comments and application data.
      isImageData =
        label === 0xf9 || (label === 0xff && loopExtensions.includes(file.toString("latin1", offset + 3, offset + 14)));
    } else {
      throw new DamagedImage();
    }
    if (isImageData) output.add(take(file, offset, end - offset));
    offset = end;
  }
  if (frames === 0) throw new DamagedImage();
  output.add(Buffer.from([0x3b]));
  return { width, height, bytes: output.finish(), isAnimated: frames > 1 };
}

function colorTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Blocks start with their length; an empty one is the last. */
function endOfBlocks(file: Buffer, start: number): number {
  let offset = start;
  for (let length = file.readUInt8(offset); length !== 0; length = file.readUInt8(offset)) offset += length + 1;
  return offset + 1;
}
