import { Refusal } from "../../../platform/context/errors.ts";

/** Where in a file a row begins. */
export interface FilePlace {
  offset: number;
  /** 1 is the first. */
  line: number;
}

/** One row of a file: what is written there, and where the next one begins. */
export interface FileRow {
  line: number;
  next: FilePlace;
  /** Cells of CSV; the bytes of one value of JSON. */
  written: readonly string[] | Uint8Array;
}

/** From here on a file cannot be read. The message is one plain sentence. */
export class MalformedFile extends Error {
  override readonly name = "MalformedFile";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** One row cannot be taken; the others can. */
export class UnfitRow extends Error {
  override readonly name = "UnfitRow";
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** What a value of the file is, as a sentence shows it. */
export function shownCell(text: string): string {
  return text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`;
}

export const isMalformedJson = (error: unknown): boolean =>
  error instanceof Refusal && error.data["reason"] === "it is not JSON";

/** The first name that is there a second time; a header may have hundreds of thousands. */
export function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
