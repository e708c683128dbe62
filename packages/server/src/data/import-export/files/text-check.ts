import { isUtf8 } from "node:buffer";
import { MalformedFile } from "./file-row.ts";

/** First bytes of files that are often sent in place of CSV, and what to do with those. */
const foreign: readonly [beginning: number[], sentence: string][] = [
  [[0xff, 0xfe], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0xfe, 0xff], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0x50, 0x4b, 0x03, 0x04], "This is a spreadsheet or an archive. Save its table as CSV in UTF-8."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is a spreadsheet. Save its table as CSV in UTF-8."],
  [[0x1f, 0x8b], "The file is compressed. Unpack it first."],
];

function foreignFile(head: Uint8Array): string | undefined {
  return foreign.find(([beginning]) => beginning.every((byte, at) => head[at] === byte))?.[1];
}

/** Checks, piece by piece, that a file is text in UTF-8, and tells the line where it is not. */
export function createTextCheck() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  const notUtf8 = () => new MalformedFile(line, "This line is not UTF-8. Save the file in UTF-8.");
  return {
    /** @throws {MalformedFile} */
    read(piece: Buffer, isFirst: boolean): void {
      const kind = isFirst ? foreignFile(piece) : undefined;
      if (kind !== undefined) throw new MalformedFile(1, kind);
      try {
        decoder.decode(piece, { stream: true });
      } catch {
        line += linesBefore(piece);
        throw notUtf8();
      }
      for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) line++;
    },
    end(): void {
      try {
        decoder.decode();
      } catch {
        throw notUtf8();
      }
    },
  };
}

/** Line feeds before the first line that is not UTF-8; the first one may begin in the middle of a letter. */
function linesBefore(piece: Buffer): number {
  let begin = piece.indexOf(0x0a) + 1;
  const first = piece.subarray(0, begin > 0 ? begin : piece.length);
  const start = first.findIndex((byte) => (byte & 0xc0) !== 0x80);
  if (begin === 0 || !isUtf8(first.subarray(Math.max(0, start)))) return 0;
  for (let count = 1; ; count++) {
    const end = piece.indexOf(0x0a, begin) + 1;
    if (end === 0 || !isUtf8(piece.subarray(begin, end))) return count;
    begin = end;
  }
}
