import { resolve } from "node:path";
import type { AppContext } from "@porchlight/server";
import type { ImportJob, ImportOutcome, ImportSource } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { describeFileFailure } from "../../runtime/data-dir.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar, type ProgressBar } from "../../runtime/progress-bar.ts";
import { formatReport } from "./format-report.ts";

interface ImportContentOptions extends CommonOptions {
  format: ImportSource["format"];
  pages?: boolean;
  uploads?: string;
  blog?: string;
  dryRun?: boolean;
}

/** `porchlight import <source>` */
export async function importContent(io: Io, place: string, options: ImportContentOptions): Promise<void> {
  const { format, pages, uploads, blog, dryRun = false } = options;
  const source: ImportSource = {
    place: /^https?:\/\//i.test(place) ? place : resolve(place),
    format,
    ...(pages && { pages }),
    ...(uploads !== undefined && { uploads: resolve(uploads) }),
    ...(blog !== undefined && { blog }),
  };
  const work = async (context: AppContext) => {
    if (dryRun) return rehearse(io, context, source);
    const { id } = await server.prepareImport(context, owner, source);
    await run(io, context, id);
  };
  await withOperator(io, options, work, { begins: true });
}

/** `porchlight import resume <id>` */
export async function resumeImport(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, async (context) => {
    const { status, undoneDate } = await server.getImport(context, { caller: owner }, id);
    if (undoneDate !== undefined) throw new Failure("This import was undone. Import its source again.");
    if (status === "DONE") throw new Failure("This import is done already.");
    await run(io, context, id);
  });
}

async function rehearse(io: Io, context: AppContext, source: ImportSource): Promise<void> {
  let bar: ProgressBar | undefined;
  const { counts, report } = await server
    .rehearseImport(context, owner, source, {
      onStart(total) {
        bar = createProgressBar(io, "Reading", total);
      },
      onProgress: (done) => bar?.update(done),
    })
    .finally(() => bar?.end());
  printResult(io, { dryRun: true, ...counts, report }, `${formatCounts(counts, true)}${formatReport(report)}`);
}

async function run(io: Io, context: AppContext, id: string): Promise<void> {
  let bar: ProgressBar | undefined;
  const job = await server
    .runImport(context, owner, id, {
      onTaken() {
        if (!io.json) printProgress(io, "Another process runs this import, or did until recently; waiting for it.");
        return true;
      },
      onStart(done, total) {
        if (done > 0 && !io.json) printProgress(io, `Continuing after ${done} of ${total}.`);
        bar = createProgressBar(io, "Importing", total);
      },
      onProgress: (done) => bar?.update(done),
    })
    .catch(describeMediaFailure(context))
    .finally(() => bar?.end());
  const { notes } = await server.listImportNotes(context, { caller: owner }, id, { limit: job.noteCount });
  const { counts } = job;
  printResult(
    io,
    { id, dryRun: false, ...counts, report: notes },
    `${formatCounts(counts, false)}${formatReport(notes)}`,
  );
}

/** An image that cannot be written stops the import: the disk is full, or the folder is not writable. */
function describeMediaFailure({ config: { mediaDir } }: AppContext) {
  return (error: unknown): never => {
    throw error instanceof server.MediaWriteError ? describeFileFailure(mediaDir, error.cause) : error;
  };
}

/** Result of an import in two lines. */
export function formatCounts(counts: ImportOutcome["counts"] | ImportJob["counts"], dryRun: boolean): string {
  const { added, changed, unchanged, skipped, categories, tags, images, redirects, comments } = counts;
  const lines = [
    ...(dryRun ? ["Dry run, nothing was changed:"] : []),
    `Posts added ${added}, changed ${changed}, unchanged ${unchanged}, left out ${skipped}.`,
    `New categories ${categories}, tags ${tags}, images ${images}, redirects ${redirects}.`,
    ...(comments > 0 ? [`Comments stored as data: ${comments}.`] : []),
  ];
  return lines.join("\n");
}
