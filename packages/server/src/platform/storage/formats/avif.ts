import { type CleanFile, DamagedImage, type ImageFormat, take } from "./format.ts";

/** Source: AV1 Image File Format; ISO/IEC 14496-12 (boxes), 23008-12 (items and their properties). */
export const avif: ImageFormat = {
  extension: "avif",
  mediaType: "image/avif",
  matches(file) {
    if (file.toString("latin1", 4, 8) !== "ftyp" || file.length < 16) return false;
    const brands = file.toString("latin1", 8, Math.min(file.readUInt32BE(0), file.length, 256));
    return /^(?:.{4})*avi[fs]/s.test(brands);
  },
  clean,
};

interface Box {
  type: string;
  /** Offset of the box. */
  start: number;
  body: Buffer;
}

/** Boxes with image data. */
const imageBoxes = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip"]);
/** Metadata boxes of animations and their tracks. */
const metadataBoxes = new Set(["udta", "meta", "uuid"]);
/** Metadata items: Exif, XMP and application data. */
const metadataItems = new Set(["Exif", "mime", "uri "]);

/** Overwrites metadata instead of removing it, because the file contains absolute offsets. */
function clean(file: Buffer): CleanFile {
  const bytes = Buffer.from(file);
  let isAnimated = false;
  let size: { width: number; height: number } | undefined;
  for (const box of boxesOf(bytes, 0)) {
    if (box.type === "meta") size = cleanMeta(box, bytes);
    else if (box.type === "moov") {
      isAnimated = true;
      blankMetadata(box);
    } else if (!imageBoxes.has(box.type)) blank(box, bytes);
  }
  if (!size) throw new DamagedImage();
  return { ...size, bytes, isAnimated };
}

/** @throws {DamagedImage} if a box is incomplete. */
function boxesOf(body: Buffer, from: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < body.length; ) {
    const type = body.toString("latin1", start + 4, start + 8);
    const short = body.readUInt32BE(start);
    const headerLength = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(body.readBigUInt64BE(start + 8)) : short === 0 ? body.length - start : short;
    if (length < headerLength) throw new DamagedImage();
    boxes.push({ type, start, body: take(body, start, length).subarray(headerLength) });
    start += length;
  }
  return boxes;
}

/** Overwrites a box with free space. */
function blank({ start, body }: Box, parent: Buffer): void {
  parent.write("free", start + 4, "latin1");
  body.fill(0);
}

function blankMetadata(movie: Box): void {
  for (const box of boxesOf(movie.body, 0)) {
    if (metadataBoxes.has(box.type)) blank(box, movie.body);
    else if (box.type === "trak") blankMetadata(box);
  }
}

function cleanMeta(meta: Box, file: Buffer): { width: number; height: number } {
  // The boxes follow the version and flags.
  const boxes = boxesOf(meta.body, 4);
  const find = (type: string): Buffer => {
    const found = boxes.find((box) => box.type === type);
    if (!found) throw new DamagedImage();
    return found.body;
  };
  const types = itemTypesOf(find("iinf"));
  const itemData = boxes.find(({ type }) => type === "idat")?.body;
  for (const { item, extents, isInItemData } of itemLocationsOf(find("iloc"))) {
    for (const { offset, length } of extents) {
      const data = take(isInItemData ? (itemData ?? Buffer.alloc(0)) : file, offset, length);
      if (metadataItems.has(types.get(item) ?? "")) data.fill(0);
    }
  }
  return sizeOf(find("pitm"), find("iprp"));
}

/** Item id → type. */
function itemTypesOf(iinf: Buffer): Map<number, string> {
  const types = new Map<number, string>();
  for (const { type, body } of boxesOf(iinf, iinf.readUInt8(0) === 0 ? 6 : 8)) {
    if (type !== "infe") continue;
    const version = body.readUInt8(0);
    if (version < 2) continue;
    const wide = version > 2 ? 2 : 0;
    types.set(body.readUIntBE(4, 2 + wide), body.toString("latin1", 8 + wide, 12 + wide));
  }
  return types;
}

/** Limits the work for malicious files; a large tiled image has some hundreds. */
const maxExtents = 10_000;

interface ItemLocation {
  item: number;
  extents: { offset: number; length: number }[];
  /** Relative to the item data box instead of the file. */
  isInItemData: boolean;
}

function itemLocationsOf(iloc: Buffer): ItemLocation[] {
  const version = iloc.readUInt8(0);
  const sizes = iloc.readUInt16BE(4);
  const offsetSize = sizes >> 12;
  const lengthSize = (sizes >> 8) & 0xf;
  const baseSize = (sizes >> 4) & 0xf;
  const indexSize = version === 0 ? 0 : sizes & 0xf;
  const numberSize = version < 2 ? 2 : 4;
  let at = 6;
  const read = (size: number) => {
    const value = size === 0 ? 0 : size === 8 ? Number(iloc.readBigUInt64BE(at)) : iloc.readUIntBE(at, size);
    at += size;
    return value;
  };
  const locations: ItemLocation[] = [];
  let extentCount = 0;
  for (let remaining = read(numberSize); remaining > 0; remaining -= 1) {
    const item = read(numberSize);
    const method = version === 0 ? 0 : read(2) & 0xf;
    // Two bytes refer to another file, which web images never use.
    if (read(2) !== 0 || method > 1) throw new DamagedImage();
    const base = read(baseSize);
    const extents: ItemLocation["extents"] = [];
    for (let extentsLeft = read(2); extentsLeft > 0; extentsLeft -= 1) {
      extentCount += 1;
      if (extentCount > maxExtents) throw new DamagedImage();
      read(indexSize);
      extents.push({ offset: base + read(offsetSize), length: read(lengthSize) });
    }
    locations.push({ item, extents, isInItemData: method === 1 });
  }
  return locations;
}

/** Size of the primary item after rotation. */
function sizeOf(pitm: Buffer, iprp: Buffer): { width: number; height: number } {
  const primary = pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4);
  const [container, ...associations] = boxesOf(iprp, 0);
  if (container?.type !== "ipco") throw new DamagedImage();
  const properties = boxesOf(container.body, 0);
  const ownProperties = associations
    .flatMap(({ body }) => propertiesOf(body, primary))
    .map((index) => properties[index - 1]);
  const extent = ownProperties.find((box) => box?.type === "ispe")?.body;
  if (!extent) throw new DamagedImage();
  const [width, height] = [extent.readUInt32BE(4), extent.readUInt32BE(8)];
  const quarterTurns = ownProperties.find((box) => box?.type === "irot")?.body.readUInt8(0) ?? 0;
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Indexes of the properties of an item, from 1. */
function propertiesOf(ipma: Buffer, itemNumber: number): number[] {
  const itemSize = ipma.readUInt8(0) === 0 ? 2 : 4;
  const indexSize = (ipma.readUInt8(3) & 1) === 0 ? 1 : 2;
  const entries = ipma.readUInt32BE(4);
  let at = 8;
  for (let entry = 0; entry < entries; entry += 1) {
    const item = ipma.readUIntBE(at, itemSize);
    const count = ipma.readUInt8(at + itemSize);
    at += itemSize + 1;
    // The first bit marks the property as essential.
    const mask = indexSize === 1 ? 0x7f : 0x7fff;
    if (item === itemNumber) {
      return Array.from({ length: count }, (_, index) => ipma.readUIntBE(at + index * indexSize, indexSize) & mask);
    }
    at += count * indexSize;
  }
  return [];
}
