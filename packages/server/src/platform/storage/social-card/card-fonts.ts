import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";

const headBytes = 44;
const entryBytes = 20;

/**
 * Converts a trusted WOFF font, whose tables are compressed separately, to TrueType. Source: WOFF File Format 1.0 §3–5.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * power, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(16 * (count - power), 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = headBytes + entryBytes * index;
    const readField = (field: number) => woff.readUInt32BE(entry + field);
    const [start, packed, length] = [readField(4), readField(8), readField(12)];
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const record = 12 + 16 * index;
    woff.copy(head, record, entry, entry + 4);
    woff.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

const family = /^inter-(?:latin|latin-ext|vietnamese|greek|greek-ext|cyrillic|cyrillic-ext)-(?:500|700)-normal\.woff$/;

/**
 * Installs only the fonts of this package for text rendering, so that cards are the same on every machine.
 *
 * @returns The folder, which the caller removes.
 */
export function installCardFonts(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-fonts-"));
  const source = join(dirname(createRequire(import.meta.url).resolve("@fontsource/inter/package.json")), "files");
  for (const name of readdirSync(source).filter((name) => family.test(name))) {
    writeFileSync(join(folder, name.replace(/woff$/, "ttf")), unpackWoff(readFileSync(join(source, name))));
  }
  const cache = join(folder, "cache");
  mkdirSync(cache);
  const settings = join(folder, "fonts.conf");
  writeFileSync(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  process.env["FONTCONFIG_FILE"] = settings;
  return folder;
}
