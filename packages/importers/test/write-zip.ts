import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive, and what its header says of it. */
export interface ZipFile {
  name: string;
  content: string | Buffer;
  /** Default: the size of the content. */
  declaredBytes?: number;
  isEncrypted?: boolean;
  isLink?: boolean;
  /** Default: the checksum of the content. */
  checksum?: number;
}

/** Writes a ZIP archive, valid or not. Source: PKWARE APPNOTE 6.3.10 §4.3. */
export function writeZip(files: Record<string, string | Buffer> | readonly ZipFile[]): Buffer {
  const list: readonly ZipFile[] = Array.isArray(files)
    ? files
    : Object.entries(files).map(([name, content]) => ({ name, content }));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredBytes, isEncrypted, isLink, checksum } of list) {
    const bytes = Buffer.from(content);
    const compressed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    // Version, flags (bit 11: UTF-8), method, time, date, checksum, sizes, lengths of the name and of extra fields.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(checksum ?? crc32(bytes), 10);
    fields.writeUInt32LE(compressed.length, 14);
    fields.writeUInt32LE(declaredBytes ?? bytes.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const header = Buffer.concat([Buffer.from("PK\x03\x04"), fields, path, compressed]);
    // Lengths of the comment, disk, internal and external attributes, offset.
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(isLink ? (0o120777 << 16) >>> 0 : 0, 6);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), fields, attributes, path);
    parts.push(header);
    offset += header.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from("PK\x05\x06"), end]);
}
