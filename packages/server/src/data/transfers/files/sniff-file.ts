import type { ImportOptions } from "@porchlight/contract/data/transfer-job";
import { separators } from "@porchlight/contract/data/transfer-values";
import type { FileLayout } from "../../../db/json-columns.ts";
import { csvRows } from "./csv-rows.ts";
import { type FilePlace, MalformedFile } from "./row.ts";

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Of what a file that is none of ours begins with. */
const foreign: readonly [beginning: number[], sentence: string][] = [
  [[0xff, 0xfe], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0xfe, 0xff], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0x50, 0x4b, 0x03, 0x04], "This is a spreadsheet or an archive. Save its table as CSV in UTF-8."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is a spreadsheet. Save its table as CSV in UTF-8."],
  [[0x1f, 0x8b], "The file is compressed. Unpack it first."],
];

/** What a file is by its first bytes, where it is not CSV or JSON. */
export function foreignFile(head: Uint8Array): string | undefined {
  return foreign.find(([beginning]) => beginning.every((byte, at) => head[at] === byte))?.[1];
}

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
  const { value: head = Buffer.alloc(0) } = (await iterator.next()) as IteratorResult<Buffer, undefined>;
  const mark = head.subarray(0, 3).equals(utf8Mark) ? utf8Mark.length : 0;
  const text = head.subarray(mark).toString("utf8");
  const first = /^\s*(\S)/.exec(text)?.[1];
  if (first === undefined && head.length < 1024) throw new MalformedFile(1, "The file is empty.");
  const format = options.format ?? (first === "[" || first === "{" ? "JSON" : "CSV");
  const begin = { offset: mark, line: 1 };
  if (format === "JSON") {
    if (first !== "[") return { layout: { format, isList: false }, place: begin };
    const before = text.slice(0, text.indexOf("[") + 1);
    const place = { offset: mark + before.length, line: before.split("\n").length };
    return { layout: { format, isList: true }, place };
  }

  // What Excel writes into the first line.
  const told = /^sep=(.)\r?\n/i.exec(text);
  if (told) Object.assign(begin, { offset: mark + told[0].length, line: 2 });
  const separator = options.separator ?? told?.[1] ?? separatorOf(text);
  async function* rest() {
    yield head.subarray(begin.offset);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  for await (const { written, next } of csvRows(rest(), begin, separator)) {
    const header = (written as string[]).map((name) => name.trim());
    while (header.at(-1) === "") header.pop();
    // A layout is kept as JSON, which PostgreSQL takes without it.
    if ([separator, ...header].some((text) => text.includes("\u0000")))
      throw new MalformedFile(begin.line, "There is a NUL character in the header.");
    const twice = header.find((name, at) => name !== "" && header.indexOf(name) < at);
    if (twice !== undefined) throw new MalformedFile(begin.line, `Two columns are called "${twice}".`);
    return { layout: { format, separator, header }, place: next };
  }
  throw new MalformedFile(1, "The file is empty.");
}

/** Which sign separates the cells of the first line: the most frequent one outside of quotation marks. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const counts = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}
