import { Refusal } from "../../../platform/context/errors.ts";

/** Start of a row in a file. */
export interface FilePosition {
  offset: number;
  /** One-based. */
  line: number;
}

/** One row of a file and the position of the next one. */
export interface FileRow {
  line: number;
  next: FilePosition;
  /** CSV cells, or the bytes of one JSON value. */
  content: readonly string[] | Uint8Array;
}

/** The file cannot be read beyond this line. The message is shown to the user. */
export class MalformedFile extends Error {
  override readonly name = "MalformedFile";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** One row is invalid; the import continues with the next. */
export class InvalidRow extends Error {
  override readonly name = "UnfitRow";
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Quotes a value for a message, shortened to 60 characters. */
export function quoteCell(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`;
}

export const isMalformedJson = (error: unknown): boolean =>
  error instanceof Refusal && error.data["reason"] === "it is not JSON";

/** The first repeated name, in linear time: a header may have hundreds of thousands. */
export function findDuplicate(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
