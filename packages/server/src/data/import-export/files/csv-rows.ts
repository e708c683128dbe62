import { maxRowBytes } from "@porchlight/contract/data/import-export/data-job";
import { CsvError, parse } from "csv-parse";
import { type FilePlace, type FileRow, MalformedFile } from "./file-row.ts";

/**
 * The rows of a file of CSV, one by one; lines without anything are none.
 *
 * @param from Where a row begins.
 */
export async function* csvRows(
  pieces: AsyncIterable<Buffer>,
  from: FilePlace,
  separator: string,
): AsyncGenerator<FileRow> {
  const read: { cells: string[]; end: number }[] = [];
  let failure: unknown;
  const parser = parse({
    delimiter: separator,
    max_record_size: maxRowBytes,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    // Noted here rather than read from the stream, which forgets the rows before a fault.
    on_record(cells: string[], { bytes }) {
      read.push({ cells, end: bytes });
      return null;
    },
  });
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.resume();
  /** What is not part of a row yet, which lines are counted in: the parser counts those within cells twice where they end as on Windows. */
  let rest: Buffer = Buffer.alloc(0);
  let [done, line] = [0, from.line];

  function* found(): Generator<FileRow> {
    for (const { cells, end } of read.splice(0)) {
      const bytes = rest.subarray(0, end - done);
      rest = rest.subarray(end - done);
      const begin = line + blankLinesIn(bytes);
      line += lineEndsIn(bytes);
      done = end;
      const row = { line: begin, next: { offset: from.offset + end, line }, written: cells };
      if (cells.some((cell) => cell.trim() !== "")) yield row;
    }
    if (!(failure instanceof CsvError)) return;
    const sentence = sentences[failure.code] ?? `The file is not CSV: ${failure.message}.`;
    throw new MalformedFile(line + blankLinesIn(rest), sentence);
  }

  try {
    for await (const piece of pieces) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
      yield* found();
      if (failure !== undefined) throw failure;
    }
    await new Promise<void>((resolve) => {
      parser.once("end", resolve).once("error", () => resolve());
      parser.end();
    });
    yield* found();
    if (failure !== undefined) throw failure;
  } finally {
    parser.destroy();
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Ends of lines, of whichever kind. */
function lineEndsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count++;
  return count;
}

/** Lines without anything before the first that has something. */
function blankLinesIn(bytes: Buffer): number {
  const begin = bytes.findIndex((byte) => byte !== lineFeed && byte !== carriageReturn);
  return lineEndsIn(begin < 0 ? bytes : bytes.subarray(0, begin));
}

const sentences: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "In the row that begins here a quotation mark is never closed.",
  CSV_INVALID_CLOSING_QUOTE:
    "Behind the quotation mark that closes a cell there is something else than a separator. Marks within a cell are written twice.",
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    "Behind the quotation mark that closes a cell there is something else than a separator.",
  INVALID_OPENING_QUOTE: "There is a quotation mark within a cell that does not begin with one.",
  CSV_MAX_RECORD_SIZE: `The row is larger than ${maxRowBytes} bytes, or a quotation mark is never closed.`,
};
