import type { ImportNote } from "@porchlight/server/operations";

/** In the text, each kind of trouble is shown with so many places; `--json` has them all. */
const placesShown = 20;
/** Columns of a terminal that nobody has made wider. */
const columns = 80;

/** What could not be carried over, the most frequent reason first, each with its places. */
export function describeReport(report: readonly ImportNote[]): string {
  if (report.length === 0) return "";
  const byReason = Map.groupBy(report, ({ reason }) => kindOf(reason));
  const groups = [...byReason].toSorted(([, left], [, right]) => right.length - left.length);
  const blocks = groups.map(([kind, notes]) => {
    const shown = notes.slice(0, placesShown).map(describePlace);
    const hidden = notes.length - shown.length;
    return [
      wrap(`${kind} (${notes.length})`),
      ...shown,
      ...(hidden > 0 ? [`  … and ${hidden} more; --json lists them all`] : []),
    ].join("\n");
  });
  return `\n\nNot carried over:\n\n${blocks.join("\n\n")}`;
}

/** Reasons that differ in what they quote alone are of one kind. */
function kindOf(reason: string): string {
  return reason.replace(/"[^"]*"/g, '"…"');
}

/** The place, and what the reason quotes behind it or, where there is no room, below it. */
function describePlace({ file, line, reason }: ImportNote): string {
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

/** Lines that break between words. */
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
