/** What a command reads and where it answers; handed in, so that tests need no process. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the answer is one JSON object. */
  json: boolean;
  /** Whether a person watches standard error: progress bars and colours are for them alone. */
  terminal: boolean;
  /** Takes the answer, and nothing else. */
  stdout(text: string): void;
  /** Takes progress and failures. */
  stderr(text: string): void;
}

/** What steers a terminal, or turns the direction of what follows. */
const steering = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Gives the command's one answer, as JSON or as text. Names in it may be those of strangers. */
export function answer(io: Io, data: object, text: string): void {
  io.stdout(`${io.json ? toJson(data) : printable(text)}\n`);
}

/** One object, in which characters that steer a terminal are escaped. */
export function toJson(data: object): string {
  return JSON.stringify(data).replace(steering, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** The text with a sign in the place of each character that would steer a terminal; line feeds stay. */
export function printable(text: string): string {
  return text.replace(steering, "\uFFFD");
}

/** Says what is going on. */
export function progress(io: Io, line: string): void {
  io.stderr(`${line}\n`);
}

/** Columns as wide as their longest cell; no trailing spaces. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}
