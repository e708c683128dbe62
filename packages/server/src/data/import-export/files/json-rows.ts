import { maxRowBytes } from "@porchlight/contract/data/import-export/data-job";
import { type FilePlace, type FileRow, MalformedFile } from "./file-row.ts";

const [lineFeed, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;

/**
 * The values of a file of JSON, one by one: those of its list, or those that stand one after the other. Nothing is parsed, so that a file
 * of any size takes no more memory than its largest value.
 *
 * @param from Where a row ends, or what is before the first one.
 * @param list Whether the values stand in a list, and which of them comes.
 */
export async function* jsonRows(
  pieces: AsyncIterable<Buffer>,
  from: FilePlace,
  list: "none" | "first" | "later",
): AsyncGenerator<FileRow> {
  let { offset, line } = from;
  const isList = list !== "none";
  /** What may come next between two values. */
  let gap: "first" | "value" | "behind" | "end" = list === "none" ? "value" : list === "first" ? "first" : "behind";
  let inValue = false;
  let [depth, inText, escaped, isScalar] = [0, false, false, false];
  let parts: Buffer[] = [];
  let size = 0;
  let begin = line;

  for await (const piece of pieces) {
    let start = 0;
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index]!;
      if (!inValue) {
        if (byte === lineFeed) line++;
        if (isSpace(byte)) continue;
        if (byte === closeList && (gap === "first" || gap === "behind")) {
          gap = "end";
          continue;
        }
        if (byte === comma && gap === "behind") {
          gap = "value";
          continue;
        }
        if (gap === "end" || gap === "behind" || byte === comma || byte === closeList)
          throw new MalformedFile(line, `The file is not JSON: "${String.fromCharCode(byte)}" does not belong here.`);
        inValue = true;
        [depth, inText, escaped, isScalar] = [0, false, false, byte !== openObject && byte !== openList];
        start = index;
        begin = line;
        size = 0;
      }
      const ends = isScalar && !inText && (byte === comma || byte === closeList || isSpace(byte));
      if (!ends) {
        if (byte === lineFeed) line++;
        if (inText) {
          if (escaped) escaped = false;
          else if (byte === backslash) escaped = true;
          else if (byte === quote) inText = false;
        } else if (byte === quote) inText = true;
        else if (byte === openObject || byte === openList) depth++;
        else if (byte === closeObject || byte === closeList) depth--;
        if (isScalar || depth > 0 || inText) continue;
      }
      // A scalar ends before this byte, anything else with it.
      const end = ends ? index : index + 1;
      yield row(piece.subarray(start, end), offset + end);
      inValue = false;
      gap = isList ? "behind" : "value";
      if (ends) index--;
    }
    if (inValue) {
      const rest = piece.subarray(start);
      size += rest.length;
      if (size > maxRowBytes)
        throw new MalformedFile(
          begin,
          `What begins in this line is larger than ${maxRowBytes} bytes, or does not end.`,
        );
      parts.push(rest);
    }
    offset += piece.length;
  }
  if (inValue && isScalar && !inText && !isList) yield row(Buffer.alloc(0), offset);
  else if (inValue)
    throw new MalformedFile(begin, "What begins in this line does not end: the file is not JSON, or cut off.");
  else if (isList && gap !== "end")
    throw new MalformedFile(line, "The list does not end: the file is not JSON, or cut off.");

  function row(last: Buffer, end: number): FileRow {
    const written = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    if (written.length > maxRowBytes)
      throw new MalformedFile(begin, `What begins in this line is larger than ${maxRowBytes} bytes.`);
    return { line: begin, next: { offset: end, line }, written };
  }
}
