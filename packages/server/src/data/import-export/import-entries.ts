import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, type Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { FileLayout } from "../../platform/db/tables/column-types.ts";
import { noFailedAttempts } from "../../platform/jobs/retry-policy.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { Collection } from "../collections/collection.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataReadContext, DataTxContext } from "../data-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import type { ReadRows } from "./file-readers.ts";
import { deletePieces } from "./files/chunks-store.ts";
import { type GivenItem, rowReader } from "./files/read-row.ts";
import { type FilePlace, MalformedFile, UnfitRow } from "./files/file-row.ts";
import { needImportAccess } from "./start-transfer.ts";
import { findSameImport, insertNotes, type NewNote, type Transfer, updateTransfer } from "./transfers-store.ts";

/** One row of a file: the item that it is, or why it is none. */
export interface Entry {
  place: { row: number; line: number };
  /** Where the next one begins. */
  next: FilePlace;
  item?: GivenItem;
  unfit?: UnfitRow;
}

/** Whoever began an import, with what they are now, and its collection. @throws {Refusal} when they may not do so any more. */
export async function openImport(
  context: DataReadContext,
  job: Transfer,
): Promise<{ caller: Caller; collection: Collection }> {
  const caller = await currentCaller(context.db, job.site_id, job.caller);
  const collection = await knownCollection(context, caller, job.collection_id);
  needImportAccess(collection, caller, job.options.mode);
  return { caller, collection };
}

/** @throws {MalformedFile} where two columns are to be one field. */
export function readEntries(
  job: Transfer,
  collection: Collection,
  { layout, rows, end }: ReadRows,
): { entries: Entry[]; end: ReadRows["end"] } {
  const read = rowReader(collection, layout, job.options);
  const entries: Entry[] = [];
  for (const { line, next, ...row } of rows) {
    const entry = { place: { row: job.rows + entries.length + 1, line }, next };
    try {
      entries.push({ ...entry, item: read({ line, next, ...row }) });
    } catch (error) {
      if (error instanceof MalformedFile) return { entries, end: error };
      if (!(error instanceof UnfitRow)) throw error;
      entries.push({ ...entry, unfit: error });
    }
  }
  return { entries, end };
}

/** @throws {MalformedFile} for a file whose rows would be there twice. */
export async function refuseRepeated(db: DbOrTx, job: Transfer, entries: readonly Entry[]): Promise<void> {
  const isKnown = job.rows > 0 || job.options.again || !entries.some(({ item }) => item && item.id === undefined);
  if (isKnown || !(await findSameImport(db, job))) return;
  throw new MalformedFile(1, "This file was imported before, and its rows have no _id: they would be there twice.");
}

/**
 * Keeps how far the job is, in the transaction that has written its items.
 *
 * @param outcomes What became of each entry's item.
 * @param end What comes behind the entries; nothing where there may be more.
 */
export async function keepEntries(
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
    const { place, item, unfit } = entry;
    const { action, error } = outcomes.get(entry) ?? {};
    if (unfit) {
      counts.refused++;
      notes.push({ ...place, field: unfit.field, reason: unfit.message });
    } else if (!error) counts[action === "INSERT" ? "inserted" : "updated"]++;
    else if (job.options.mode === "SKIP" && "code" in error && error.code === "WDE0074") counts.skipped++;
    else {
      counts.refused++;
      notes.push(...reasonsOf(error).map((reason) => ({ ...place, itemId: item?.id, ...reason })));
    }
  }
  const stop = end instanceof MalformedFile ? end : undefined;
  const last = entries.at(-1)?.next;
  const at = context.now();
  if (end) await deletePieces(tx, { siteId: job.site_id, id: job.id });
  return updateTransfer(tx, job, {
    status: stop ? "FAILED" : end ? "COMPLETED" : "RUNNING",
    layout: JSON.stringify(layout),
    byte_offset: end && !stop ? (job.bytes ?? 0) : (last?.offset ?? job.byte_offset),
    line: last?.line ?? job.line,
    rows: job.rows + entries.length,
    inserted: job.inserted + counts.inserted,
    updated: job.updated + counts.updated,
    skipped: job.skipped + counts.skipped,
    refused: job.refused + counts.refused,
    notes: await insertNotes(tx, job, job.notes, notes),
    ...noFailedAttempts,
    updated_at: at,
    ...(end && { finished_at: at }),
    ...(stop && { reason: stop.message, failed_line: stop.line }),
  });
}

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
