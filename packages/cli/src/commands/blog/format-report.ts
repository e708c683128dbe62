import type { ImportNote } from "@porchlight/server/operations";

/** Locations shown per kind of problem; `--json` contains all. */
const maxLocations = 20;
/** Default width of a terminal. */
const columns = 80;

/** Formats what could not be imported: the most frequent reason first, each with its locations. */
export function formatReport(report: readonly ImportNote[]): string {
  if (report.length === 0) return "";
  const byReason = Map.groupBy(report, ({ reason }) => kindOf(reason));
  const groups = [...byReason].toSorted(([, left], [, right]) => right.length - left.length);
  const blocks = groups.map(([kind, notes]) => {
    const shown = notes.slice(0, maxLocations).map(describeLocation);
    const hidden = notes.length - shown.length;
    return [
      wrap(`${kind} (${notes.length})`),
      ...shown,
      ...(hidden > 0 ? [`  … and ${hidden} more; --json lists them all`] : []),
    ].join("\n");
  });
  return `Not imported:\n\n${blocks.join("\n\n")}`;
}

/** Reasons that differ only in quoted text are of the same kind. */
function kindOf(reason: string): string {
  return reason.replace(/"[^"]*"/g, '"…"');
}

/** The location, and the quoted text of the reason next to it or, without room, below it. */
function describeLocation({ file, line, reason }: ImportNote): string {
  const name = file.replace(/[\r\n]/g, "\uFFFD");
  const place = line === undefined ? `  ${name}` : `  ${name}:${line}`;
  const quotes = [...reason.matchAll(/"[^"]*"/g)].map(([quote]) => quote);
  const inLine = [place, ...quotes].join("  ");
  if (quotes.length === 0 || inLine.length <= columns) return inLine;
  return [place, ...quotes.map((quote) => `      ${cut(quote, columns - 6)}`)].join("\n");
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Wraps at spaces. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}
