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
  /** Where the box begins, and what is in it. */
  start: number;
  body: Buffer;
}

/** Boxes of a file that hold the picture; others are notes of programs. */
const imageBoxes = new Set(["ftyp", "meta", "mdat", "moov", "free", "skip"]);
/** Boxes in a film and its tracks that hold notes. */
const metadataBoxes = new Set(["udta", "meta", "uuid"]);
/** Items that are notes: Exif, XMP, and what belongs to programs. */
const metadataItems = new Set(["Exif", "mime", "uri "]);

/** Places in the file are named by number, so that notes are blanked where they stand instead of taken out. */
function clean(file: Buffer): CleanFile {
  const bytes = Buffer.from(file);
  let moves = false;
  let size: { width: number; height: number } | undefined;
  for (const box of boxesOf(bytes, 0)) {
    if (box.type === "meta") size = cleanMeta(box, bytes);
    else if (box.type === "moov") {
      moves = true;
      blankMetadata(box);
    } else if (!imageBoxes.has(box.type)) blank(box, bytes);
  }
  if (!size) throw new DamagedImage();
  return { ...size, bytes, moves };
}

/** The boxes in `body`, which all have to be whole. */
function boxesOf(body: Buffer, from: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < body.length; ) {
    const type = body.toString("latin1", start + 4, start + 8);
    const short = body.readUInt32BE(start);
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(body.readBigUInt64BE(start + 8)) : short === 0 ? body.length - start : short;
    if (length < head) throw new DamagedImage();
    boxes.push({ type, start, body: take(body, start, length).subarray(head) });
    start += length;
  }
  return boxes;
}

/** Makes the box one of free space. */
function blank({ start, body }: Box, around: Buffer): void {
  around.write("free", start + 4, "latin1");
  body.fill(0);
}

function blankMetadata(film: Box): void {
  for (const box of boxesOf(film.body, 0)) {
    if (metadataBoxes.has(box.type)) blank(box, film.body);
    else if (box.type === "trak") blankMetadata(box);
  }
}

function cleanMeta(meta: Box, file: Buffer): { width: number; height: number } {
  // A version and flags stand before the boxes of this one.
  const boxes = boxesOf(meta.body, 4);
  const find = (type: string): Buffer => {
    const found = boxes.find((box) => box.type === type);
    if (!found) throw new DamagedImage();
    return found.body;
  };
  const types = itemTypesOf(find("iinf"));
  const within = boxes.find(({ type }) => type === "idat")?.body;
  for (const { item, extents, isWithin } of itemLocationsOf(find("iloc"))) {
    for (const { offset, length } of extents) {
      const place = take(isWithin ? (within ?? Buffer.alloc(0)) : file, offset, length);
      if (metadataItems.has(types.get(item) ?? "")) place.fill(0);
    }
  }
  return sizeOf(find("pitm"), find("iprp"));
}

/** Number of an item → its type. */
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

/** A file may claim any number of them in a few bytes; a large picture in tiles has some hundreds. */
const maxExtents = 10_000;

interface ItemLocation {
  item: number;
  extents: { offset: number; length: number }[];
  /** In this box instead of in the file. */
  isWithin: boolean;
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
  const places: ItemLocation[] = [];
  let extentCount = 0;
  for (let left = read(numberSize); left > 0; left -= 1) {
    const item = read(numberSize);
    const method = version === 0 ? 0 : read(2) & 0xf;
    // Two bytes name another file that the item lies in; pictures of the web have none.
    if (read(2) !== 0 || method > 1) throw new DamagedImage();
    const base = read(baseSize);
    const extents: ItemLocation["extents"] = [];
    for (let more = read(2); more > 0; more -= 1) {
      extentCount += 1;
      if (extentCount > maxExtents) throw new DamagedImage();
      read(indexSize);
      extents.push({ offset: base + read(offsetSize), length: read(lengthSize) });
    }
    places.push({ item, extents, isWithin: method === 1 });
  }
  return places;
}

/** Size of the item that is the picture, as it is turned. */
function sizeOf(pitm: Buffer, iprp: Buffer): { width: number; height: number } {
  const primary = pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4);
  const [container, ...associations] = boxesOf(iprp, 0);
  if (container?.type !== "ipco") throw new DamagedImage();
  const properties = boxesOf(container.body, 0);
  const own = associations.flatMap(({ body }) => propertiesOf(body, primary)).map((index) => properties[index - 1]);
  const extent = own.find((box) => box?.type === "ispe")?.body;
  if (!extent) throw new DamagedImage();
  const [width, height] = [extent.readUInt32BE(4), extent.readUInt32BE(8)];
  const quarterTurns = own.find((box) => box?.type === "irot")?.body.readUInt8(0) ?? 0;
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Numbers of the properties of one item; 1 is the first. */
function propertiesOf(ipma: Buffer, itemNumber: number): number[] {
  const itemSize = ipma.readUInt8(0) === 0 ? 2 : 4;
  const indexSize = (ipma.readUInt8(3) & 1) === 0 ? 1 : 2;
  const entries = ipma.readUInt32BE(4);
  let at = 8;
  for (let entry = 0; entry < entries; entry += 1) {
    const item = ipma.readUIntBE(at, itemSize);
    const count = ipma.readUInt8(at + itemSize);
    at += itemSize + 1;
    // The first bit says that the property is essential.
    const mask = indexSize === 1 ? 0x7f : 0x7fff;
    if (item === itemNumber) {
      return Array.from({ length: count }, (_, index) => ipma.readUIntBE(at + index * indexSize, indexSize) & mask);
    }
    at += count * indexSize;
  }
  return [];
}
