import { isUtf8 } from "node:buffer";
import { MalformedFile } from "./file-row.ts";

/** Signatures of files that are often uploaded instead of CSV. */
const foreign: readonly [signature: number[], message: string][] = [
  [[0xff, 0xfe], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0xfe, 0xff], "The file is written in UTF-16. Save it as CSV in UTF-8."],
  [[0x50, 0x4b, 0x03, 0x04], "This is a spreadsheet or an archive. Save its table as CSV in UTF-8."],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is a spreadsheet. Save its table as CSV in UTF-8."],
  [[0x1f, 0x8b], "The file is compressed. Unpack it first."],
];

function foreignFile(head: Uint8Array): string | undefined {
  return foreign.find(([signature]) => signature.every((byte, at) => head[at] === byte))?.[1];
}

/** Checks chunk by chunk that a file is UTF-8 text, and reports the first line that is not. */
export function createTextCheck() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  const notUtf8 = () => new MalformedFile(line, "This line is not UTF-8. Save the file in UTF-8.");
  return {
    /** @throws {MalformedFile} */
    read(chunk: Buffer, isFirst: boolean): void {
      const message = isFirst ? foreignFile(chunk) : undefined;
      if (message !== undefined) throw new MalformedFile(1, message);
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        line += linesBefore(chunk);
        throw notUtf8();
      }
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) line++;
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

/** Counts line feeds before the first line that is not UTF-8. The chunk may start within a character. */
function linesBefore(chunk: Buffer): number {
  let lineStart = chunk.indexOf(0x0a) + 1;
  const first = chunk.subarray(0, lineStart > 0 ? lineStart : chunk.length);
  const start = first.findIndex((byte) => (byte & 0xc0) !== 0x80);
  if (lineStart === 0 || !isUtf8(first.subarray(Math.max(0, start)))) return 0;
  for (let count = 1; ; count++) {
    const end = chunk.indexOf(0x0a, lineStart) + 1;
    if (end === 0 || !isUtf8(chunk.subarray(lineStart, end))) return count;
    lineStart = end;
  }
}
