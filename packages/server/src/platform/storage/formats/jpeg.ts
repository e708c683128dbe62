import { type CleanFile, createOutput, DamagedImage, type ImageFormat, take } from "./format.ts";

const startOfImage = Buffer.from([0xff, 0xd8]);
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Source: ITU-T T.81, Annex B; JFIF; Exif 2.32, §4.5. */
export const jpeg: ImageFormat = {
  extension: "jpg",
  mediaType: "image/jpeg",
  matches: (file) => file.length > 2 && file.subarray(0, 2).equals(startOfImage) && file[2] === 0xff,
  clean,
};

function clean(file: Buffer): CleanFile {
  const output = createOutput(file.length);
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let hasImage = false;
  for (let offset = 2; ; ) {
    if (file.readUInt8(offset) !== 0xff) throw new DamagedImage();
    const marker = file.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    // Omit everything after the end, such as a video, a second image or an archive.
    if (marker === 0xd9) break;
    const segment = take(file, offset, 2 + file.readUInt16BE(offset + 2));
    offset += segment.length;
    if (isFrame(marker)) size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    if (marker === 0xe1) orientation = orientationOf(segment) ?? orientation;
    const cleaned = cleanSegment(marker, segment);
    if (cleaned) output.add(cleaned);
    if (marker !== 0xda) continue;
    hasImage = true;
    const end = endOfScan(file, offset);
    output.add(file.subarray(offset, end));
    offset = end;
  }
  if (!size || !hasImage) throw new DamagedImage();
  const exif = orientation === 1 ? [] : [orientationSegment(orientation)];
  const bytes = Buffer.concat([startOfImage, ...exif, output.finish(), endOfImage]);
  const rotated = orientation < 5 ? size : { width: size.height, height: size.width };
  return { ...rotated, bytes, isAnimated: false };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Returns segments with image and color data, without thumbnails; `undefined` for metadata. */
function cleanSegment(marker: number, segment: Buffer): Buffer | undefined {
  const name = segment.toString("latin1", 4, 16);
  const isTable = (marker >= 0xc0 && marker <= 0xcf) || [0xda, 0xdb, 0xdc, 0xdd].includes(marker);
  const isColor =
    (marker === 0xe2 && name.startsWith("ICC_PROFILE\0")) || (marker === 0xee && name.startsWith("Adobe"));
  if (isTable || isColor) return segment;
  return marker === 0xe0 && name.startsWith("JFIF\0") ? withoutThumbnail(segment) : undefined;
}

function withoutThumbnail(jfif: Buffer): Buffer {
  const bare = Buffer.from(take(jfif, 0, 18));
  bare.writeUInt16BE(16, 2);
  bare.writeUInt16BE(0, 16);
  return bare;
}

/** Offset of the first marker after entropy-coded data, in which `ff00` and `ffd0` to `ffd7` are data. */
function endOfScan(file: Buffer, start: number): number {
  for (let offset = file.indexOf(0xff, start); offset !== -1; offset = file.indexOf(0xff, offset + 1)) {
    const next = file.readUInt8(offset + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset;
  }
  throw new DamagedImage();
}

const orientationTag = 0x0112;

/** Exif orientation, 1 to 8. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < read16(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (read16(at) !== orientationTag) continue;
      const value = read16(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    // Unreadable metadata is removed anyway.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** Exif data with only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010001000000000000", "hex");
  segment.writeUInt16BE(orientation, 28);
  return segment;
}
