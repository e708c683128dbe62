import { statSync } from "node:fs";
import { basename } from "node:path";
import type { Separator } from "@porchlight/contract/data/import-export/data-job";
import * as server from "@porchlight/server/operations";
import { codeOf } from "../../runtime/data-dir.ts";
import { AnsweredFailure, Failure } from "../../runtime/errors/failure.ts";
import { describeWriteFailure } from "../../runtime/errors/write-failure.ts";
import { type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar, type ProgressBar } from "../../runtime/progress-bar.ts";
import { loadSiteConfig } from "../../runtime/site-config.ts";
import { formatReport } from "../blog/format-report.ts";
import { unknownCollection } from "./collection.ts";

interface ImportItemsOptions extends CommonOptions {
  format?: "csv" | "json";
  mode: "insert" | "update" | "skip";
  map?: Record<string, string | null>;
  separator?: string;
  again?: boolean;
  dryRun?: boolean;
  suppressHooks?: boolean;
}

const formats = { csv: "CSV", json: "JSON" } as const;
const modes = { insert: "INSERT", update: "UPDATE", skip: "SKIP" } as const;
const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);

/** `porchlight collection import <id> <file>` */
export async function importItems(io: Io, id: string, file: string, options: ImportItemsOptions): Promise<void> {
  const { format, mode, map, separator, again, dryRun, suppressHooks } = options;
  const own = await loadSiteConfig(process.cwd());
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Failure(`The file "${file}" cannot be read. Is the path right?`);
  const body = {
    dataCollectionId: id,
    ...(format && { format: formats[format] }),
    mode: modes[mode],
    ...(map && { fields: map }),
    ...(separator !== undefined && { separator: (separator === "tab" ? "\t" : separator) as Separator }),
    filename: basename(file),
    ...(again && { again }),
    ...(dryRun && { dryRun }),
    ...(suppressHooks && { suppressHooks }),
  };
  let bar: { verb: string; shown: ProgressBar } | undefined;
  const show = (verb: string) => (bytes: number, total: number) => {
    if (bar?.verb !== verb) {
      bar?.shown.end();
      bar = { verb, shown: createProgressBar(io, verb, kilobytes(total), "kB") };
    }
    bar.shown.update(kilobytes(bytes));
  };
  const { job, notes } = await withOperator(
    io,
    options,
    (context) =>
      server
        .importItemsFile(context, owner, file, body, {
          onRead: show("Reading"),
          onImported: show("Importing"),
          onResumed: (rows) => {
            if (!io.json) printProgress(io, `Continuing after ${rows} rows.`);
          },
        })
        .catch(unknownCollection(id)),
    { own },
  )
    .catch((error: unknown) => {
      if (/^(?:EACCES|EPERM|EISDIR|EIO)$/.test(codeOf(error) ?? ""))
        throw new Failure(`The file "${file}" cannot be read. Is the path right?`, { cause: error });
      throw error;
    })
    .finally(() => bar?.shown.end());
  const { inserted, updated, skipped, refused } = job.counts;
  const isWhole = job.status === "COMPLETED";
  const place = job.line === undefined ? file : `${file}:${job.line}`;
  const lines = [
    ...(isWhole ? [] : [`The import has ended early. ${place}: ${job.reason}`]),
    `${dryRun ? "Nothing was imported. " : ""}Items inserted ${inserted}, replaced ${updated}, passed over ${skipped}; rows refused ${refused}.`,
  ];
  const report = notes.map(({ line, field, reason }) => ({
    file: basename(file),
    line,
    reason: field === undefined ? reason : `${field}: ${reason}`,
  }));
  printResult(io, { ...job, report: notes }, `${lines.join("\n")}${formatReport(report)}`);
  if (!isWhole) throw new AnsweredFailure(job.reason ?? "");
}

interface ExportItemsOptions extends CommonOptions {
  format?: "csv" | "json";
  field?: string[];
  suppressHooks?: boolean;
}

/** `porchlight collection export <id> <file>` */
export async function exportItems(io: Io, id: string, file: string, options: ExportItemsOptions): Promise<void> {
  const format = formats[options.format ?? (/\.csv$/i.test(file) ? "csv" : "json")];
  let bar: ProgressBar | undefined;
  const { field, suppressHooks } = options;
  const body = {
    dataCollectionId: id,
    format,
    ...(field && { fields: field }),
    ...(suppressHooks && { suppressHooks }),
  };
  const own = await loadSiteConfig(process.cwd());
  const written = await withOperator(
    io,
    options,
    (context) =>
      server
        .exportItemsFile(context, owner, file, body, (done, total) => {
          bar ??= createProgressBar(io, "Exporting", total, "items");
          bar.update(done);
        })
        .catch(unknownCollection(id)),
    { own },
  )
    .catch((error: unknown) => {
      throw describeWriteFailure(file, error);
    })
    .finally(() => bar?.end());
  printResult(io, { file, format, ...written }, `Exported to "${file}": items ${written.items}.`);
}
