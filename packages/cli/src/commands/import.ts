import type { ImportOutcome } from "@porchlight/server";
import { importPosts, openMarkdownFolder } from "@porchlight/server";
import { describeReport } from "../describe-report.ts";
import { answer, type Io } from "../io.ts";
import { type CommonOptions, owner, withOperator } from "../operator.ts";
import { createProgressBar } from "../progress-bar.ts";

interface ImportContentOptions extends CommonOptions {
  /** What the folder holds; `auto` finds out, and there is one kind so far. */
  format: "auto" | "markdown";
  dryRun?: boolean;
}

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
