import type { ImportJob, UndoImportResponse } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { formatReport } from "./format-report.ts";
import { formatCounts } from "./import.ts";

/** `porchlight import list` */
export async function listImports(io: Io, { limit, ...options }: CommonOptions & { limit: number }): Promise<void> {
  const imports = await withOperator(io, options, (context) =>
    server.listImports(context, { caller: owner }, { limit }),
  );
  const rows = imports.map((job) => [
    job.id,
    job.createdDate.slice(0, 16).replace("T", " "),
    stateOf(job),
    job.total === undefined ? "" : `${job.done}/${job.total}`,
    job.source.place,
  ]);
  const text =
    rows.length === 0 ? "There are no imports." : formatTable(["id", "started", "state", "done", "source"], rows);
  printResult(io, { imports }, text);
}

/** `porchlight import show <id>` */
export async function showImport(io: Io, id: string, options: CommonOptions): Promise<void> {
  const { job, notes } = await withOperator(io, options, async (context) => {
    const job = await server.getImport(context, { caller: owner }, id);
    return {
      job,
      notes: (await server.listImportNotes(context, { caller: owner }, id, { limit: job.noteCount })).notes,
    };
  });
  const { source, done, total, counts, reason } = job;
  const lines = [
    `${stateOf(job)}: ${done} of ${total ?? "?"} of ${source.place}`,
    ...(reason === undefined ? [] : [reason]),
    formatCounts(counts, false),
  ];
  printResult(io, { ...job, report: notes }, [lines.join("\n"), formatReport(notes)].filter(Boolean).join("\n\n"));
}

/** `porchlight import undo <id>` */
export async function undoImport(io: Io, id: string, options: CommonOptions): Promise<void> {
  const undone = await withOperator(io, options, (context) => server.undoImport(context, { caller: owner }, id));
  printResult(io, { id, ...undone }, describeUndone(undone));
}

function stateOf({ status, undoneDate }: ImportJob): string {
  return undoneDate === undefined ? status : `${status}, undone`;
}

function describeUndone({ removed, left }: UndoImportResponse): string {
  const { posts, categories, tags, images } = removed;
  const lines = [`Removed: posts ${posts}, categories ${categories}, tags ${tags}, images ${images}.`];
  if (left.length === 0) return lines.join("\n");
  const rows = left.map(({ kind, name, reason }) => [kind, name, reason]);
  return [...lines, "", "Not removed:", "", formatTable(["what", "name", "why"], rows)].join("\n");
}
