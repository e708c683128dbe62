import type { Transaction } from "kysely";
import pg from "pg";
import { liftTimeLimit } from "../../db/database.ts";
import type { FileLayout } from "../../db/json-columns.ts";
import type { Tables } from "../../db/tables.ts";
import type { Caller, Deps } from "../../deps.ts";
import { InvalidArguments, type Refusal } from "../../errors.ts";
import type { Collection } from "../collection.ts";
import { insertParts } from "../items/bulk-insert-items.ts";
import { saveParts } from "../items/bulk-save-items.ts";
import { attempt } from "../items/bulk-store.ts";
import type { Outcome } from "../items/bulk-write.ts";
import { knownCollection } from "../known-collection.ts";
import { deletePieces, readFrom } from "./chunks-store.ts";
import { currentCaller } from "./current-caller.ts";
import { csvRows } from "./files/csv-rows.ts";
import { jsonRows } from "./files/json-rows.ts";
import { type GivenItem, rowReader } from "./files/read-row.ts";
import { type FileRow, MalformedFile, UnfitRow } from "./files/row.ts";
import { sniffFile } from "./files/sniff-file.ts";
import { needImportAccess, needNoHooks } from "./start-transfer.ts";
import { findSameImport, insertNotes, type NewNote, type Transfer, updateTransfer } from "./transfers-store.ts";

/** Of one transaction: so that none of them holds much, or for long. */
const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;

/** What is next in a job's file. */
export interface ReadRows {
  layout: FileLayout;
  rows: FileRow[];
  /** The file ends behind them, or cannot be read any further. */
  end?: "whole" | MalformedFile;
}

/**
 * Files that are being read, so that each batch goes on where the last one ended without looking for it. Where somebody else was at a job
 * in the meantime its file is opened anew.
 */
export function createFileReaders(deps: Deps) {
  const open = new Map<string, { at: number; layout: FileLayout; rows: AsyncGenerator<FileRow> }>();

  async function openFile(job: Transfer) {
    const key = { siteId: job.site_id, id: job.id };
    const from = (offset: number) => readFrom(deps.db, key, offset);
    const known = job.layout && { layout: job.layout, place: { offset: job.byte_offset, line: job.line } };
    const { layout, place } = known ?? (await sniffFile(from(0), job.options));
    const pieces = from(place.offset);
    const rows =
      layout.format === "CSV"
        ? csvRows(pieces, place, layout.separator)
        : jsonRows(pieces, place, !layout.isList ? "none" : job.rows === 0 ? "first" : "later");
    return { at: job.byte_offset, layout, rows };
  }

  return {
    /** @throws {MalformedFile} of a file that has no first row. */
    async read(job: Transfer): Promise<ReadRows> {
      let file = open.get(job.id);
      if (file?.at !== job.byte_offset) {
        await file?.rows.return(undefined);
        file = await openFile(job);
        open.set(job.id, file);
      }
      const read: ReadRows = { layout: file.layout, rows: [] };
      while (read.end === undefined && read.rows.length < batchRows && file.at - job.byte_offset < batchBytes) {
        try {
          const { done, value } = await file.rows.next();
          if (done) read.end = "whole";
          else {
            read.rows.push(value);
            file.at = value.next.offset;
          }
        } catch (error) {
          if (!(error instanceof MalformedFile)) throw error;
          read.end = error;
        }
      }
      return read;
    },
    async drop(id: string): Promise<void> {
      await open.get(id)?.rows.return(undefined);
      open.delete(id);
    },
    async close(): Promise<void> {
      for (const { rows } of open.values()) await rows.return(undefined);
    },
  };
}

/** Writes what was read, and how far the job is, together. @throws {Refusal} when its caller may not do so any more. */
export async function importBatch(
  deps: Deps,
  tx: Transaction<Tables>,
  job: Transfer,
  { layout, rows, end }: ReadRows,
): Promise<Transfer> {
  await liftTimeLimit(tx);
  const { options } = job;
  const caller = await currentCaller(tx, job.site_id, job.caller);
  const collection = await knownCollection(deps, job.collection_id, tx);
  needImportAccess(collection, caller, options.mode);
  await needNoHooks(deps, caller, collection, "IMPORT");
  const read = rowReader(collection, layout, options);
  const notes: NewNote[] = [];
  const parts: (GivenItem & { place: { row: number; line: number } })[] = [];
  let stop = end instanceof MalformedFile ? end : undefined;
  let done = 0;
  for (const row of rows) {
    const place = { row: job.rows + done + 1, line: row.line };
    try {
      parts.push({ ...read(row), place });
    } catch (error) {
      if (error instanceof UnfitRow) notes.push({ ...place, field: error.field, reason: error.message });
      else if (error instanceof MalformedFile) stop = error;
      else throw error;
    }
    if (stop && stop !== end) break;
    done++;
  }
  if (job.rows === 0 && parts.some(({ id }) => id === undefined)) await refuseRepeated(tx, job);

  const outcomes = await writeAll(deps, tx, caller, collection, parts, options.mode);
  const counts = { inserted: 0, updated: 0, skipped: 0, refused: notes.length };
  for (const [index, { action, error }] of outcomes.entries()) {
    const { place, id } = parts[index]!;
    if (!error) counts[action === "INSERT" ? "inserted" : "updated"]++;
    else if (options.mode === "SKIP" && "code" in error && error.code === "WDE0074") counts.skipped++;
    else {
      counts.refused++;
      notes.push(...reasonsOf(error).map((reason) => ({ ...place, itemId: id, ...reason })));
    }
  }
  const isDone = stop !== undefined || end !== undefined;
  const last = rows[done - 1]?.next;
  const at = deps.now();
  if (isDone) await deletePieces(tx, { siteId: job.site_id, id: job.id });
  return updateTransfer(tx, job, {
    status: stop ? "FAILED" : isDone ? "COMPLETED" : "RUNNING",
    layout: JSON.stringify(layout),
    byte_offset: isDone && !stop ? (job.bytes ?? 0) : (last?.offset ?? job.byte_offset),
    line: last?.line ?? job.line,
    rows: job.rows + done,
    inserted: job.inserted + counts.inserted,
    updated: job.updated + counts.updated,
    skipped: job.skipped + counts.skipped,
    refused: job.refused + counts.refused,
    notes: await insertNotes(
      tx,
      job,
      job.notes,
      notes.toSorted((left, right) => left.row - right.row),
    ),
    updated_at: at,
    ...(isDone && { finished_at: at }),
    ...(stop && { reason: stop.message, failed_line: stop.line }),
  });
}

/** @throws {MalformedFile} for a file whose rows would be there twice. */
async function refuseRepeated(tx: Transaction<Tables>, job: Transfer): Promise<void> {
  if (job.options.again || !(await findSameImport(tx, job))) return;
  throw new MalformedFile(1, "This file was imported before, and its rows have no _id: they would be there twice.");
}

type Part = GivenItem & { place: { row: number; line: number } };

/** All rows in as few statements as it takes; where the database refuses one of them, each on its own. */
async function writeAll(
  deps: Deps,
  tx: Transaction<Tables>,
  caller: Caller,
  collection: Collection,
  parts: readonly Part[],
  mode: Transfer["options"]["mode"],
): Promise<Outcome[]> {
  const write = mode === "UPDATE" ? saveParts : insertParts;
  if (parts.length === 0) return [];
  try {
    return await attempt(tx, () => write(deps, tx, caller, collection, parts));
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (parts.length === 1) {
      const refused = new InvalidArguments([]);
      refused.message = "The database does not take it.";
      return [{ id: parts[0]!.id, action: "UNKNOWN_ACTION_TYPE", error: refused }];
    }
  }
  const outcomes: Outcome[] = [];
  for (const part of parts) outcomes.push(...(await writeAll(deps, tx, caller, collection, [part], mode)));
  return outcomes;
}

/** Whether it is the values that cannot be stored. Source: PostgreSQL, "Error Codes", classes 22, 23 and 54. */
const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? "");

/** Violations of one row that are told. */
const reasonsTold = 5;

function reasonsOf(error: Refusal | InvalidArguments): { reason: string; field?: string }[] {
  if (!(error instanceof InvalidArguments) || error.violations.length === 0) {
    const { fieldKey, field } = ("data" in error ? error.data : {}) as { fieldKey?: string; field?: string };
    const name = fieldKey ?? field;
    return [{ reason: error.message, ...(name !== undefined && { field: name }) }];
  }
  return error.violations.slice(0, reasonsTold).map(({ field, description }) => ({
    field: field.replace(/^dataItem\.data\./, ""),
    reason: `${description.charAt(0).toUpperCase()}${description.slice(1)}.`,
  }));
}
