import { resolve } from "node:path";
import type { AppContext } from "@porchlight/server";
import type {
  ImportContents,
  ImportJob,
  ImportOutcome,
  ImportRehearsal,
  ImportSource,
  WebsiteMetadata,
} from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { describeFileFailure } from "../../runtime/data-dir.ts";
import { AnsweredFailure, Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar, type ProgressBar } from "../../runtime/progress-bar.ts";
import { formatReport } from "./format-report.ts";

interface ImportContentOptions extends CommonOptions {
  format: ImportSource["format"];
  pages?: boolean;
  uploads?: string;
  blog?: string;
  maxPages?: number;
  rate?: number;
  overwrite?: boolean;
  settings?: boolean;
  yes?: boolean;
  dryRun?: boolean;
}

/** `porchlight import <source>` */
export async function importContent(io: Io, place: string, options: ImportContentOptions): Promise<void> {
  const {
    format,
    pages,
    uploads,
    blog,
    maxPages,
    rate,
    overwrite,
    settings = false,
    yes = false,
    dryRun = false,
  } = options;
  const isUrl = /^https?:\/\//i.test(place);
  const source: ImportSource = {
    place: isUrl ? place : resolve(place),
    format,
    ...(pages === false && { pages }),
    ...(uploads !== undefined && { uploads: resolve(uploads) }),
    ...(blog !== undefined && { blog }),
    ...(maxPages !== undefined && { maxPages }),
    ...(overwrite && { overwrite }),
    ...(rate !== undefined && { rate }),
  };
  const work = async (context: AppContext) => {
    if (!dryRun && !isUrl) return run(io, context, await prepare(context, source), { settings });
    await using rehearsal = await rehearse(io, context, source);
    const isChecked = dryRun || !rehearsal.source.isWebsite || yes;
    if (dryRun || !isChecked) printRehearsal(io, rehearsal, !isChecked);
    if (dryRun) return;
    if (!isChecked && !(await io.confirm?.("Import this?"))) {
      if (io.confirm) return printProgress(io, "Nothing was imported.");
      if (io.json) throw new AnsweredFailure("Confirmation required. Add --yes.");
      throw new Failure("Nothing was imported. To import, run the command again with --yes.");
    }
    await run(io, context, await prepare(context, source), { settings, source: rehearsal.source });
  };
  await withOperator(io, options, work, { begins: true });
}

async function prepare(context: AppContext, source: ImportSource): Promise<string> {
  return (await server.prepareImport(context, owner, source)).id;
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

async function rehearse(io: Io, context: AppContext, source: ImportSource): Promise<ImportRehearsal> {
  let bar: ProgressBar | undefined;
  return server
    .rehearseImport(context, owner, source, {
      onFetch: showPages(io),
      onStart(total) {
        bar = createProgressBar(io, "Reading", total, "posts and notes");
      },
      onProgress: (done) => bar?.update(done),
    })
    .finally(() => bar?.end());
}

/** Shows that a website is being read, on a terminal continuously. */
function showPages(io: Io): (count: number) => void {
  return (count) => {
    if (io.json) return;
    if (io.terminal) io.stderr(`\rRequests sent: ${count}\u001b[K${count % 50 === 0 ? "\n" : ""}`);
    else if (count % 50 === 0) printProgress(io, `Requests sent: ${count}`);
  };
}

interface RunOptions {
  /** Whether to change the settings that the source offers. */
  settings?: boolean;
  /** The opened source, if it was read already. */
  source?: ImportRehearsal["source"];
}

async function run(io: Io, context: AppContext, id: string, { settings, source }: RunOptions = {}): Promise<void> {
  let bar: ProgressBar | undefined;
  let site: WebsiteMetadata = {};
  const job = await server
    .runImport(context, owner, id, {
      ...(source && { source }),
      onTaken() {
        if (!io.json) printProgress(io, "Another process runs this import, or did until recently; waiting for it.");
        return true;
      },
      onSite(metadata) {
        site = metadata;
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
  const applied = settings ? await server.applyWebsiteMetadata(context, owner, site) : undefined;
  const outcome = {
    id,
    dryRun: false,
    ...job.counts,
    settings: server.settingsFromMetadata(site),
    ...applied,
    report: notes,
  };
  printOutcome(io, outcome, job.counts, [formatSettings(outcome.settings, applied)]);
}

function printRehearsal(io: Io, rehearsal: ImportRehearsal, needsConfirmation: boolean): void {
  const { counts, report, contents, source } = rehearsal;
  const settings = server.settingsFromMetadata(source.site ?? {});
  const outcome = {
    dryRun: true,
    ...counts,
    contents,
    settings,
    ...(needsConfirmation && { needsConfirmation }),
    report,
  };
  printOutcome(io, outcome, counts, [formatContents(contents), formatSettings(settings)]);
}

function formatContents({ posts, pages, images, categories, tags, authors, comments }: ImportContents): string {
  return `Found: posts ${posts}, pages ${pages}, images ${images},\ncategories ${categories}, tags ${tags}, authors ${authors}, comments ${comments}.`;
}

function formatSettings(
  offered: ReturnType<typeof server.settingsFromMetadata>,
  applied?: Awaited<ReturnType<typeof server.applyWebsiteMetadata>>,
): string {
  if (offered.length === 0) return "";
  const rows = offered.map(({ name, value }) => {
    const failure = applied?.failed.find((one) => one.name === name);
    return [name, failure === undefined ? value : `not changed: ${failure.reason}`];
  });
  const title = applied ? "Changed settings:" : "Settings found in the source (apply them with --settings):";
  return [title, "", formatTable(["setting", "value"], rows)].join("\n");
}

/** @throws {AnsweredFailure} if the source has nothing that could be imported. */
function printOutcome(
  io: Io,
  outcome: { id?: string; dryRun: boolean; report: ImportOutcome["report"] },
  counts: ImportOutcome["counts"],
  details: readonly string[],
): void {
  const { added, changed, unchanged, skipped, categories, tags } = counts;
  const isEmpty = added + changed + unchanged + categories + tags === 0;
  const reason =
    skipped === 0 ? "the source contains no posts." : `all ${skipped} items were left out, for the reasons above.`;
  const failure = isEmpty ? `Nothing can be imported: ${reason}` : "";
  const parts = [formatCounts(counts, outcome.dryRun), ...details, formatReport(outcome.report), failure];
  printResult(io, outcome, parts.filter(Boolean).join("\n\n"));
  if (isEmpty) throw new AnsweredFailure(failure);
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
    `Posts and pages added ${added}, changed ${changed}, unchanged ${unchanged}, left out ${skipped}.`,
    `New categories ${categories}, tags ${tags}, images ${images}, redirects ${redirects}.`,
    ...(comments > 0 ? [`Comments imported: ${comments}.`] : []),
  ];
  return lines.join("\n");
}
