import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, type Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { FileLayout } from "../../platform/db/tables/column-types.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataReadContext, DataTxContext } from "../data-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import type { ReadRows } from "./file-reader.ts";
import { deleteChunks } from "./files/chunks-store.ts";
import { type FilePosition, InvalidRow, MalformedFile } from "./files/file-row.ts";
import { createRowReader, type ImportedItem } from "./files/read-row.ts";
import { requireImportAccess } from "./start-transfer.ts";
import { findSameImport, insertNotes, type NewNote, type Transfer, updateTransfer } from "./transfers-store.ts";

/** One row of a file: its item, or why it is invalid. */
export interface Entry {
  position: { row: number; line: number };
  /** Start of the next row. */
  next: FilePosition;
  item?: ImportedItem;
  invalid?: InvalidRow;
}

/** The import's caller with current permissions, and its collection. @throws {Refusal} if the permission is lost. */
export async function openImport(
  context: DataReadContext,
  job: Transfer,
): Promise<{ caller: Caller; collection: Collection }> {
  const caller = await currentCaller(context.db, job.site_id, job.caller);
  const collection = await requireCollection(context, caller, job.collection_id);
  requireImportAccess(collection, caller, job.options.mode);
  return { caller, collection };
}

/** @throws {MalformedFile} if two columns map to one field. */
export function readEntries(
  job: Transfer,
  collection: Collection,
  { layout, rows, end }: ReadRows,
): { entries: Entry[]; end: ReadRows["end"] } {
  const read = createRowReader(collection, layout, job.options);
  const entries: Entry[] = [];
  for (const { line, next, ...row } of rows) {
    const entry = { position: { row: job.rows + entries.length + 1, line }, next };
    try {
      entries.push({ ...entry, item: read({ line, next, ...row }) });
    } catch (error) {
      if (error instanceof MalformedFile) return { entries, end: error };
      if (!(error instanceof InvalidRow)) throw error;
      entries.push({ ...entry, invalid: error });
    }
  }
  return { entries, end };
}

/** @throws {MalformedFile} if the file was imported before and its rows have no IDs. */
export async function rejectRepeatedImport(db: DbOrTx, job: Transfer, entries: readonly Entry[]): Promise<void> {
  const isAllowed = job.rows > 0 || job.options.again || !entries.some(({ item }) => item && item.id === undefined);
  if (isAllowed || !(await findSameImport(db, job))) return;
  throw new MalformedFile(1, "This file was imported before and its rows have no _id: they would be duplicated.");
}

/**
 * Records the job's progress in the transaction that has written its items.
 *
 * @param outcomes The result of each entry's item.
 * @param end Set if the file ends after the entries.
 */
export async function recordEntries(
  context: DataTxContext,
  tx: DbOrTx,
  job: Transfer,
  layout: FileLayout,
  {
    entries,
    outcomes,
    end,
  }: { entries: readonly Entry[]; outcomes: ReadonlyMap<Entry, Outcome>; end: ReadRows["end"] },
): Promise<Transfer> {
  const counts = { inserted: 0, updated: 0, skipped: 0, refused: 0 };
  const notes: NewNote[] = [];
  for (const entry of entries) {
    const { position, item, invalid } = entry;
    const { action, error } = outcomes.get(entry) ?? {};
    if (invalid) {
      counts.refused++;
      notes.push({ ...position, field: invalid.field, reason: invalid.message });
    } else if (!error) counts[action === "INSERT" ? "inserted" : "updated"]++;
    else if (job.options.mode === "SKIP" && "code" in error && error.code === "WDE0074") counts.skipped++;
    else {
      counts.refused++;
      notes.push(...reasonsOf(error).map((reason) => ({ ...position, itemId: item?.id, ...reason })));
    }
  }
  const malformed = end instanceof MalformedFile ? end : undefined;
  const last = entries.at(-1)?.next;
  const at = context.now();
  if (end) await deleteChunks(tx, { siteId: job.site_id, id: job.id });
  return updateTransfer(tx, job, {
    status: malformed ? "FAILED" : end ? "COMPLETED" : "RUNNING",
    layout: JSON.stringify(layout),
    byte_offset: end && !malformed ? (job.bytes ?? 0) : (last?.offset ?? job.byte_offset),
    line: last?.line ?? job.line,
    rows: job.rows + entries.length,
    inserted: job.inserted + counts.inserted,
    updated: job.updated + counts.updated,
    skipped: job.skipped + counts.skipped,
    refused: job.refused + counts.refused,
    notes: await insertNotes(tx, job, job.notes, notes),
    updated_at: at,
    ...(end && { finished_at: at }),
    ...(malformed && { reason: malformed.message, failed_line: malformed.line }),
  });
}

const maxReasonsPerRow = 5;

function reasonsOf(error: Refusal | InvalidArguments): { reason: string; field?: string }[] {
  if (!(error instanceof InvalidArguments) || error.violations.length === 0) {
    const { fieldKey, field } = ("data" in error ? error.data : {}) as { fieldKey?: string; field?: string };
    const name = fieldKey ?? field;
    return [{ reason: error.message, ...(name !== undefined && { field: name }) }];
  }
  return error.violations.slice(0, maxReasonsPerRow).map(({ field, description }) => ({
    field: field.replace(/^dataItem\.data\./, ""),
    reason: `${description.charAt(0).toUpperCase()}${description.slice(1)}.`,
  }));
}
