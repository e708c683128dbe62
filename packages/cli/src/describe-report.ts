import type { ImportNote } from "@porchlight/server";

/** In the text, each kind of trouble is shown with so many places; `--json` has them all. */
const placesShown = 20;

/** What could not be carried over, the most frequent reason first, each with its places. */
export function describeReport(report: readonly ImportNote[]): string {
  if (report.length === 0) return "";
  const byReason = Map.groupBy(report, ({ reason }) => kindOf(reason));
  const groups = [...byReason].toSorted(([, left], [, right]) => right.length - left.length);
  const blocks = groups.map(([kind, notes]) => {
    const shown = notes.slice(0, placesShown).map((note) => `  ${placeOf(note)}${quotesOf(note.reason)}`);
    const hidden = notes.length - shown.length;
    return [
      `${kind} (${notes.length})`,
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

/** What a reason quotes, to stand behind the place. */
function quotesOf(reason: string): string {
  return [...reason.matchAll(/"[^"]*"/g)].map(([quote]) => `  ${quote}`).join("");
}

function placeOf({ file, line }: ImportNote): string {
  return line === undefined ? file : `${file}:${line}`;
}
