import type { Deps, ImportOutcome } from "@porchlight/server";
import { createMediaRehearsal, importPosts, openMarkdownFolder } from "@porchlight/server";
import { codeOf, describeFileFailure } from "../data-dir.ts";
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
  const { counts, report } = await withOperator(io, options, async (deps) => {
    const media = dryRun ? createMediaRehearsal(deps.media) : deps.media;
    return importPosts(deps, owner, entries(media), { dryRun, onProgress: bar.update }).catch(
      describeMediaFailure(deps),
    );
  }).finally(bar.end);
  answer(io, { dryRun, ...counts, report }, `${describeCounts(counts, dryRun)}${describeReport(report)}`);
}

/** A picture that could not be written stops the import: the disk is full, or the folder is not ours. */
function describeMediaFailure({ config: { mediaDir } }: Deps) {
  return (error: unknown): never => {
    const isOfMedia = error instanceof Error && "path" in error && String(error.path).startsWith(mediaDir);
    throw isOfMedia && codeOf(error) !== undefined ? describeFileFailure(mediaDir, error) : error;
  };
}

function describeCounts(counts: ImportOutcome["counts"], dryRun: boolean): string {
  const { added, changed, unchanged, skipped, categories, tags, images, redirects } = counts;
  const lines = [
    ...(dryRun ? ["This would happen, nothing has:"] : []),
    `Posts added ${added}, changed ${changed}, unchanged ${unchanged}, left out ${skipped}.`,
    `New categories ${categories}, tags ${tags}, images ${images}, former addresses ${redirects}.`,
  ];
  return lines.join("\n");
}
