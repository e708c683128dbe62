import { type ImportOptions, separators } from "@porchlight/contract/data/import-export/data-job";
import type { FileLayout } from "../../../platform/db/tables/column-types.ts";
import { csvRows } from "./csv-rows.ts";
import { type FilePlace, firstTwice, MalformedFile } from "./file-row.ts";

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * What the file is, and where its first row begins.
 *
 * @throws {MalformedFile}
 */
export async function sniffFile(
  pieces: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<{ layout: FileLayout; place: FilePlace }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const { head, skipped } = await firstWritten(iterator);
  const mark = skipped.offset === 0 && head.subarray(0, 3).equals(utf8Mark) ? utf8Mark.length : 0;
  const text = head.subarray(mark).toString("utf8");
  const first = /^\s*(\S)/.exec(text)?.[1];
  if (first === undefined && head.length < 1024) throw new MalformedFile(1, "The file is empty.");
  const format = options.format ?? (first === "[" || first === "{" ? "JSON" : "CSV");
  const begin = { offset: skipped.offset + mark, line: skipped.line };
  if (format === "JSON") {
    if (first !== "[") return { layout: { format, isList: false }, place: begin };
    const before = text.slice(0, text.indexOf("[") + 1);
    const place = {
      offset: begin.offset + Buffer.byteLength(before),
      line: begin.line + before.split("\n").length - 1,
    };
    return { layout: { format, isList: true }, place };
  }

  // What Excel writes into the first line.
  const told = /^sep=(.)\r?\n/i.exec(text);
  const inHead = told ? mark + Buffer.byteLength(told[0]) : mark;
  if (told) Object.assign(begin, { offset: skipped.offset + inHead, line: begin.line + 1 });
  const separator = options.separator ?? told?.[1] ?? separatorOf(text.trimStart());
  async function* rest() {
    yield head.subarray(inHead);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  for await (const { written, next } of csvRows(rest(), begin, separator)) {
    const header = (written as string[]).map((name) => name.trim());
    while (header.at(-1) === "") header.pop();
    // A layout is kept as JSON, which PostgreSQL takes without it.
    if ([separator, ...header].some((text) => text.includes("\u0000")))
      throw new MalformedFile(begin.line, "There is a NUL character in the header.");
    const twice = firstTwice(header.filter((name) => name !== ""));
    if (twice !== undefined) throw new MalformedFile(begin.line, `Two columns are called "${twice}".`);
    return { layout: { format, separator, header }, place: next };
  }
  throw new MalformedFile(1, "The file is empty.");
}

/** Where nothing is written. */
const isBlank = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The first piece in which something is written, and what is in front of it; a mark alone is nothing. */
async function firstWritten(pieces: AsyncIterator<Buffer>): Promise<{ head: Buffer; skipped: FilePlace }> {
  const skipped = { offset: 0, line: 1 };
  for (;;) {
    const { value: head, done } = (await pieces.next()) as IteratorResult<Buffer, undefined>;
    if (done) return { head: Buffer.alloc(0), skipped };
    const mark = skipped.offset === 0 && head.subarray(0, 3).equals(utf8Mark) ? utf8Mark.length : 0;
    if (head.subarray(mark).some((byte) => !isBlank(byte))) return { head, skipped };
    skipped.offset += head.length;
    for (let at = head.indexOf(0x0a); at >= 0; at = head.indexOf(0x0a, at + 1)) skipped.line++;
  }
}

/** Which sign separates the cells of the first line: the most frequent one outside of quotation marks. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const counts = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
