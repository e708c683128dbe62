import type { ImportNote, ImportOutcome } from "@porchlight/server";
import { importPosts, openMarkdownFolder } from "@porchlight/server";
import { answer, type Io } from "../io.ts";
import { type CommonOptions, owner, withOperator } from "../operator.ts";
import { createProgressBar } from "../progress-bar.ts";

interface ImportContentOptions extends CommonOptions {
  /** What the folder holds; `auto` finds out, and there is one kind so far. */
  format: "auto" | "markdown";
  dryRun?: boolean;
}

/** In the text, each kind of trouble is shown with so many places; `--json` has them all. */
const placesShown = 20;

/** `porchlight import <folder>` */
export async function importContent(io: Io, folder: string, options: ImportContentOptions): Promise<void> {
  const { dryRun = false } = options;
  const { total, entries } = await openMarkdownFolder(folder);
  const bar = createProgressBar(io, dryRun ? "Reading" : "Importing", total);
  const { counts, report } = await withOperator(io, options, (deps) =>
    importPosts(deps, owner, entries, { dryRun, onProgress: bar.update }),
  ).finally(bar.end);
  answer(io, { dryRun, ...counts, report }, `${describeCounts(counts, dryRun)}${describeReport(report)}`);
}

function describeCounts(counts: ImportOutcome["counts"], dryRun: boolean): string {
  const { added, changed, unchanged, skipped, categories, tags, redirects } = counts;
  const made = `New categories ${categories}, tags ${tags}, former addresses ${redirects}.`;
  return `${dryRun ? "This would happen, nothing has: " : ""}Posts added ${added}, changed ${changed}, unchanged ${unchanged}, left out ${skipped}. ${made}`;
}

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
