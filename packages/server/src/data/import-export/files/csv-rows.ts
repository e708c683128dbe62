import { maxRowBytes } from "@porchlight/contract/data/import-export/data-job";
import { type FilePosition, type FileRow, MalformedFile } from "./file-row.ts";

/**
 * Reads the rows of a CSV file; empty lines are skipped.
 *
 * @param from Start of a row.
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  from: FilePosition,
  separator: string,
): AsyncGenerator<FileRow> {
  const { CsvError, parse } = await import("csv-parse");
  const read: { cells: string[]; end: number }[] = [];
  let failure: unknown;
  const parser = parse({
    delimiter: separator,
    max_record_size: maxRowBytes,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    // Collected here because the stream drops the rows before an error.
    on_record(cells: string[], { bytes }) {
      read.push({ cells, end: bytes });
      return null;
    },
  });
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.resume();
  /** Bytes not yet part of a row. Lines are counted here because the parser counts CRLF within cells twice. */
  let pending: Buffer = Buffer.alloc(0);
  let [done, line] = [0, from.line];

  function* found(): Generator<FileRow> {
    for (const { cells, end } of read.splice(0)) {
      const bytes = pending.subarray(0, end - done);
      pending = pending.subarray(end - done);
      const firstLine = line + blankLinesIn(bytes);
      line += lineEndsIn(bytes);
      done = end;
      const row = { line: firstLine, next: { offset: from.offset + end, line }, content: cells };
      if (cells.some((cell) => cell.trim() !== "")) yield row;
    }
    if (!(failure instanceof CsvError)) return;
    const message = messages[failure.code] ?? `The file is not CSV: ${failure.message}.`;
    throw new MalformedFile(line + blankLinesIn(pending), message);
  }

  try {
    for await (const chunk of chunks) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
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

/** Counts LF, CR and CRLF. */
function lineEndsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count++;
  return count;
}

/** Counts leading empty lines. */
function blankLinesIn(bytes: Buffer): number {
  const begin = bytes.findIndex((byte) => byte !== lineFeed && byte !== carriageReturn);
  return lineEndsIn(begin < 0 ? bytes : bytes.subarray(0, begin));
}

const messages: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark in the row that starts here is never closed.",
  CSV_INVALID_CLOSING_QUOTE:
    "A closing quotation mark is not followed by a separator. Double quotation marks within a cell.",
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: "A closing quotation mark is not followed by a separator.",
  INVALID_OPENING_QUOTE: "A cell that does not start with a quotation mark contains one.",
  CSV_MAX_RECORD_SIZE: `The row is larger than ${maxRowBytes} bytes, or a quotation mark is never closed.`,
};
