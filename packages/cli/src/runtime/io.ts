/** Input and output of a command; a parameter, so that tests require no process. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the output is one JSON object. */
  json: boolean;
  /** Whether standard error is a terminal: for progress bars and colors. */
  terminal: boolean;
  /** Prompts for a confirmation; absent without a terminal. */
  confirm?(question: string): Promise<boolean>;
  /** Receives the result of the command. */
  stdout(text: string): void;
  /** Receives progress and errors. */
  stderr(text: string): void;
}

/** Control characters and bidirectional overrides. */
const steering = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Prints the result of the command as JSON or as text. Names in it are untrusted. */
export function printResult(io: Io, data: object, text: string): void {
  io.stdout(`${io.json ? toJson(data) : withoutControlCharacters(text)}\n`);
}

/** Serializes one object with control characters escaped. */
export function toJson(data: object): string {
  return JSON.stringify(data).replace(steering, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Replaces control characters except line feeds. */
export function withoutControlCharacters(text: string): string {
  return text.replace(steering, "\uFFFD");
}

export function printProgress(io: Io, line: string): void {
  io.stderr(`${line}\n`);
}

/** Left-aligned columns without trailing spaces. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}
