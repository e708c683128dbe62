import type { Transaction } from "kysely";
import pg from "pg";
import { InvalidArguments } from "../../platform/context/errors.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import { inSavepoint } from "../../platform/db/transactions.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { insertParts } from "../bulk/bulk-insert-items.ts";
import { saveParts } from "../bulk/bulk-save-items.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ReadRows } from "./file-readers.ts";
import type { GivenItem } from "./files/read-row.ts";
import { keepEntries, openImport, readEntries, refuseRepeated } from "./import-entries.ts";
import type { Transfer } from "./transfers-store.ts";

/** Writes what was read, and how far the job is, together. @throws {Refusal} when its caller may not do so any more. */
export async function importBatch(
  context: DataTxContext,
  tx: Transaction<Tables>,
  job: Transfer,
  read: ReadRows,
): Promise<Transfer> {
  await disableStatementTimeout(tx);
  const { caller, collection } = await openImport(inTransaction(context, tx), job);
  const { entries, end } = readEntries(job, collection, read);
  await refuseRepeated(tx, job, entries);
  const given = entries.filter(({ item }) => item);
  const write = job.options.mode === "UPDATE" ? saveParts : insertParts;
  const written = await writeItems(
    tx,
    given.map(({ item }) => item!),
    (items) => write(context, tx, caller, collection, items),
  );
  const outcomes = new Map(given.map((entry, index) => [entry, written[index]!]));
  return keepEntries(context, tx, job, read.layout, { entries, outcomes, end });
}

/** All items in as few statements as it takes; where the database refuses one of them, each on its own. */
export async function writeItems(
  tx: Transaction<Tables>,
  items: readonly GivenItem[],
  write: (items: readonly GivenItem[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (items.length === 0) return [];
  try {
    return await inSavepoint(tx, () => write(items));
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (items.length === 1) return [{ id: items[0]!.id, action: "UNKNOWN_ACTION_TYPE", error: notTaken() }];
  }
  const outcomes: Outcome[] = [];
  for (const item of items) outcomes.push(...(await writeItems(tx, [item], write)));
  return outcomes;
}

function notTaken(): InvalidArguments {
  const refused = new InvalidArguments([]);
  refused.message = "The database does not take it.";
  return refused;
}

/** Whether it is the values that cannot be stored. Source: PostgreSQL, "Error Codes", classes 22, 23 and 54. */
const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? "");
