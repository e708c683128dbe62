import type { Transaction } from "kysely";
import pg from "pg";
import { InvalidArguments } from "../../platform/context/errors.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { inSavepoint, withoutEffect } from "../../platform/db/transactions.ts";
import { insertParts } from "../bulk/bulk-insert-items.ts";
import { saveParts } from "../bulk/bulk-save-items.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ReadRows } from "./file-reader.ts";
import type { ImportedItem } from "./files/read-row.ts";
import { openImport, readEntries, recordEntries, rejectRepeatedImport } from "./import-entries.ts";
import type { Transfer } from "./transfers-store.ts";

/** Writes rows and the job's progress in one transaction. @throws {Refusal} if its caller has lost the permission. */
export async function importBatch(
  context: DataTxContext,
  tx: Transaction<Tables>,
  job: Transfer,
  read: ReadRows,
): Promise<Transfer> {
  await disableStatementTimeout(tx);
  const { caller, collection } = await openImport(inTransaction(context, tx), job);
  const { entries, end } = readEntries(job, collection, read);
  await rejectRepeatedImport(tx, job, entries);
  const valid = entries.filter(({ item }) => item);
  const write = job.options.mode === "UPDATE" ? saveParts : insertParts;
  const writeAll = () =>
    writeItems(
      tx,
      valid.map(({ item }) => item!),
      (items) => write(context, tx, caller, collection, items),
    );
  const written = await (job.options.dryRun ? withoutEffect(tx, writeAll) : writeAll());
  const outcomes = new Map(valid.map((entry, index) => [entry, written[index]!]));
  return recordEntries(context, tx, job, read.layout, { entries, outcomes, end });
}

/** Writes all items at once; if the database rejects one, each on its own. */
export async function writeItems(
  tx: Transaction<Tables>,
  items: readonly ImportedItem[],
  write: (items: readonly ImportedItem[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (items.length === 0) return [];
  try {
    return await inSavepoint(tx, () => write(items));
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (items.length === 1) return [{ id: items[0]!.id, action: "UNKNOWN_ACTION_TYPE", error: rejectedByDatabase() }];
  }
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(...(await writeItems(tx, [item], write)));
  return outcomes;
}

function rejectedByDatabase(): InvalidArguments {
  const error = new InvalidArguments([]);
  error.message = "The database rejected the item.";
  return error;
}

/** Whether the values cannot be stored. Source: PostgreSQL, "Error Codes", classes 22, 23 and 54. */
const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? "");
