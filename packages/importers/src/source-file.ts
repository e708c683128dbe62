import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { describeFileError, ImportSourceError } from "./import-source.ts";

/** A file to import: local or fetched. */
export interface SourceFile {
  /** For notes. */
  name: string;
  /** Path or URL. */
  location: string;
  /** Reads from the start, any number of times. */
  read(): AsyncIterable<Uint8Array>;
  /** First bytes. */
  head: Buffer;
}

/** Exports identify themselves before their first item. */
const headBytes = 16 * 1024;
const chunkBytes = 256 * 1024;

/** @throws {ImportSourceError} if the file cannot be read. */
export async function openSourceFile(path: string): Promise<SourceFile> {
  try {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return {
      name: basename(path),
      location: path,
      head: buffer.subarray(0, bytesRead),
      read: () => createReadStream(path, { highWaterMark: chunkBytes }),
    };
  } catch (error) {
    throw new ImportSourceError(`"${path}" ${describeFileError(error)}.`, { cause: error });
  }
}

export function fileOfBytes(address: string, bytes: Buffer): SourceFile {
  return {
    name: address.slice(0, 500),
    location: address,
    head: bytes.subarray(0, headBytes),
    async *read() {
      for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
    },
  };
}

export const isZip = ({ head }: Pick<SourceFile, "head">): boolean => head[0] === 0x50 && head[1] === 0x4b;

/**
 * Detects the format of an export by its first bytes.
 *
 * @throws {ImportSourceError} if it is none, with advice. Archives are never opened.
 */
export function sniffFormat({ name, head }: SourceFile): "wxr" | "ghost" | "rss" {
  if (head.length === 0) throw new ImportSourceError(`"${name}" is empty.`);
  const [first, second] = head;
  if (isZip({ head }) || (first === 0x1f && second === 0x8b))
    throw new ImportSourceError(`"${name}" is an archive. Unpack it, and import what is in it.`);
  // Every second byte of ASCII text in UTF-16 is zero, in either byte order.
  const text = head.toString("latin1").replaceAll("\0", "");
  if (/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?\s*\{/.test(text)) return "ghost";
  if (/https?:\/\/wordpress\.org\/export\/|\bxmlns:wp=|<wp:/.test(text)) return "wxr";
  if (/<(?:rss|feed|rdf:RDF)[\s>]/.test(text)) return "rss";
  if (/^\s*(?:---|\+\+\+|#)/.test(text))
    throw new ImportSourceError(`"${name}" is one Markdown file. Import its folder, or a ZIP file of the folder.`);
  throw new ImportSourceError(
    `"${name}" is neither an export of WordPress (XML) or Ghost (JSON) nor a feed. Markdown is imported as a folder, or as a ZIP file.`,
  );
}

/** Rejects URLs with credentials, which would appear in responses, reports and logs. @throws {ImportSourceError} */
export function rejectCredentials(location: string): void {
  if (withoutCredentials(location) === location) return;
  throw new ImportSourceError(
    `"${withoutCredentials(location)}" cannot be read with a user and a password in its address. Save the file, and import that.`,
  );
}

/** Removes user names and passwords from the URLs in a text. */
export const withoutCredentials = (text: string): string =>
  text.replace(/\b(https?:[/\\]*)[^\s/\\?#"<>]*@/gi, (_match, scheme: string) => scheme);
