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

/** Gives the command's one answer, as JSON or as text. */
export function answer(io: Io, data: object, text: string): void {
  io.stdout(`${io.json ? JSON.stringify(data) : text}\n`);
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
