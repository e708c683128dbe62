import { type ImportOptions, separators } from "@porchlight/contract/data/import-export/data-job";
import type { FileLayout } from "../../../platform/db/tables/column-types.ts";
import { csvRows } from "./csv-rows.ts";
import { type FilePosition, findDuplicate, MalformedFile } from "./file-row.ts";

const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);

/** Detects the format of a file and the start of its first row. @throws {MalformedFile} */
export async function sniffFile(
  chunks: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<{ layout: FileLayout; position: FilePosition }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { head, skipped } = await findFirstContent(iterator);
  const bomBytes = skipped.offset === 0 && head.subarray(0, 3).equals(utf8Bom) ? utf8Bom.length : 0;
  const text = head.subarray(bomBytes).toString("utf8");
  const first = /^\s*(\S)/.exec(text)?.[1];
  if (first === undefined && head.length < 1024) throw new MalformedFile(1, "The file is empty.");
  const format = options.format ?? (first === "[" || first === "{" ? "JSON" : "CSV");
  const start = { offset: skipped.offset + bomBytes, line: skipped.line };
  if (format === "JSON") {
    if (first !== "[") return { layout: { format, isList: false }, position: start };
    const before = text.slice(0, text.indexOf("[") + 1);
    const position = {
      offset: start.offset + Buffer.byteLength(before),
      line: start.line + before.split("\n").length - 1,
    };
    return { layout: { format, isList: true }, position };
  }

  // Excel declares the separator in the first line.
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const headOffset = declared ? bomBytes + Buffer.byteLength(declared[0]) : bomBytes;
  if (declared) Object.assign(start, { offset: skipped.offset + headOffset, line: start.line + 1 });
  const separator = options.separator ?? declared?.[1] ?? detectSeparator(text.trimStart());
  async function* remaining() {
    yield head.subarray(headOffset);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  for await (const { content, next } of csvRows(remaining(), start, separator)) {
    const header = (content as string[]).map((name) => name.trim());
    while (header.at(-1) === "") header.pop();
    // The layout is stored as JSON, in which PostgreSQL does not accept NUL.
    if ([separator, ...header].some((text) => text.includes("\u0000")))
      throw new MalformedFile(start.line, "The header contains a NUL character.");
    const duplicate = findDuplicate(header.filter((name) => name !== ""));
    if (duplicate !== undefined) throw new MalformedFile(start.line, `Two columns are named "${duplicate}".`);
    return { layout: { format, separator, header }, position: next };
  }
  throw new MalformedFile(1, "The file is empty.");
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The first chunk that is not blank, and the position where it starts. A byte order mark counts as blank. */
async function findFirstContent(chunks: AsyncIterator<Buffer>): Promise<{ head: Buffer; skipped: FilePosition }> {
  const skipped = { offset: 0, line: 1 };
  for (;;) {
    const { value: head, done } = (await chunks.next()) as IteratorResult<Buffer, undefined>;
    if (done) return { head: Buffer.alloc(0), skipped };
    const bomBytes = skipped.offset === 0 && head.subarray(0, 3).equals(utf8Bom) ? utf8Bom.length : 0;
    if (head.subarray(bomBytes).some((byte) => !isBlank(byte))) return { head, skipped };
    skipped.offset += head.length;
    for (let at = head.indexOf(0x0a); at >= 0; at = head.indexOf(0x0a, at + 1)) skipped.line++;
  }
}

/** The most frequent separator in the first line, outside of quotation marks. */
function detectSeparator(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const counts = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
