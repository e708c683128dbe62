import { maxRowBytes } from "@porchlight/contract/data/import-export/data-job";
import { type FilePosition, type FileRow, MalformedFile } from "./file-row.ts";

const [lineFeed, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;

/**
 * Splits a JSON file into its values: the elements of a list, or concatenated values. Nothing is parsed, so that memory
 * is bounded by the largest value.
 *
 * @param from End of a row, or the position before the first one.
 * @param list Whether the values are elements of a list, and whether the first one comes next.
 */
export async function* jsonRows(
  chunks: AsyncIterable<Buffer>,
  from: FilePosition,
  list: "none" | "first" | "later",
): AsyncGenerator<FileRow> {
  let { offset, line } = from;
  const isList = list !== "none";
  /** What is allowed next between two values. */
  let gap: "first" | "value" | "after" | "end" = list === "none" ? "value" : list === "first" ? "first" : "after";
  let inValue = false;
  let [depth, inText, escaped, isScalar] = [0, false, false, false];
  let parts: Buffer[] = [];
  let size = 0;
  let firstLine = line;

  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (!inValue) {
        if (byte === lineFeed) line++;
        if (isSpace(byte)) continue;
        if (byte === closeList && (gap === "first" || gap === "after")) {
          gap = "end";
          continue;
        }
        if (byte === comma && gap === "after") {
          gap = "value";
          continue;
        }
        if (gap === "end" || gap === "after" || byte === comma || byte === closeList)
          throw new MalformedFile(line, `The file is not JSON: "${String.fromCharCode(byte)}" is unexpected here.`);
        inValue = true;
        [depth, inText, escaped, isScalar] = [0, false, false, byte !== openObject && byte !== openList];
        start = index;
        firstLine = line;
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
      // A scalar ends before this byte, other values end with it.
      const end = ends ? index : index + 1;
      yield row(chunk.subarray(start, end), offset + end);
      inValue = false;
      gap = isList ? "after" : "value";
      if (ends) index--;
    }
    if (inValue) {
      const rest = chunk.subarray(start);
      size += rest.length;
      if (size > maxRowBytes)
        throw new MalformedFile(
          firstLine,
          `The value that starts here is larger than ${maxRowBytes} bytes, or does not end.`,
        );
      parts.push(rest);
    }
    offset += chunk.length;
  }
  if (inValue && isScalar && !inText && !isList) yield row(Buffer.alloc(0), offset);
  else if (inValue)
    throw new MalformedFile(firstLine, "The value that starts here does not end: the file is not JSON, or truncated.");
  else if (isList && gap !== "end")
    throw new MalformedFile(line, "The list does not end: the file is not JSON, or truncated.");

  function row(last: Buffer, end: number): FileRow {
    const content = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    if (content.length > maxRowBytes)
      throw new MalformedFile(firstLine, `The value that starts here is larger than ${maxRowBytes} bytes.`);
    return { line: firstLine, next: { offset: end, line }, content };
  }
}
