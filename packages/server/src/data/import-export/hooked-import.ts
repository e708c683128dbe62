import type { Transaction } from "kysely";
import pMap from "p-map";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ReadRows } from "./file-reader.ts";
import { type Entry, openImport, readEntries, recordEntries, rejectRepeatedImport } from "./import-entries.ts";
import { type PreparedItem, prepareItem, writePrepared } from "./prepare-item.ts";
import { hookCall } from "./transfer-hooks.ts";
import { lockOpenTransfer, type Transfer } from "./transfers-store.ts";

/** Small enough to finish within a time slice even if hooks are slow. */
export const hookedBatchRows = 20;
/** No round starts after this time. */
const maxRoundsMs = 30_000;
/** Less than the size of the connection pool. */
const concurrency = 4;
/** Attempts at a row whose item others change concurrently. */
const maxTries = 5;

interface Part {
  entry: Entry;
  prepared?: PreparedItem | undefined;
  tries: number;
}

/**
 * Imports a batch into a collection with hooks, outside of any transaction while hooks run. Rows and progress are
 * written together, so that no row is imported twice; `before` hooks may be called again for rows of an interrupted
 * batch.
 *
 * @throws {Refusal} if its caller has lost the permission.
 */
export async function importHookedBatch(
  context: DataContext,
  job: Transfer,
  read: ReadRows,
  signal: AbortSignal,
): Promise<void> {
  const rights = await openImport(context, job);
  const { entries, end } = readEntries(job, rights.collection, read);
  await rejectRepeatedImport(context.db, job, entries);
  const endsAt = performance.now() + maxRoundsMs;
  let at = job;
  let remaining = entries.map((entry): Part => ({ entry, tries: 0 }));
  for (;;) {
    const round = beforeRepeatedItem(remaining);
    const prepare = async (part: Part) => {
      part.prepared ??= part.entry.item && (await prepareItem(context, job, rights, part.entry.item));
    };
    await pMap(round, prepare, { concurrency });
    const written = await context.db
      .transaction()
      .execute((tx) => writeRound(context, tx, at, read, round, round.length === remaining.length ? end : undefined));
    if (!written) return;
    at = written.job;
    remaining = remaining.slice(written.count);
    await runAfterHooks(context, job, rights, round.slice(0, written.count), written.outcomes);
    if (remaining.length === 0 || signal.aborted || performance.now() > endsAt) return;
  }
}

/** Rows before the first that repeats an item of an earlier row: it is prepared after that row is written. */
function beforeRepeatedItem(parts: readonly Part[]): Part[] {
  const seen = new Set<string>();
  const at = parts.findIndex(({ entry: { item } }) => {
    if (item?.id === undefined) return false;
    if (seen.has(item.id)) return true;
    seen.add(item.id);
    return false;
  });
  return parts.slice(0, at < 0 ? parts.length : at);
}

/** Writes rows up to the first with a concurrent change, which the next round retries. */
async function writeRound(
  context: DataTxContext,
  tx: Transaction<Tables>,
  job: Transfer,
  { layout }: ReadRows,
  round: readonly Part[],
  end: ReadRows["end"],
): Promise<{ job: Transfer; count: number; outcomes: Map<Entry, Outcome> } | undefined> {
  const locked = await lockOpenTransfer(tx, job);
  if (!locked) return undefined;
  await disableStatementTimeout(tx);
  const rights = await openImport(inTransaction(context, tx), job);
  const outcomes = new Map<Entry, Outcome>();
  let count = 0;
  for (const part of round) {
    if (part.prepared) {
      const isLast = part.tries + 1 >= maxTries;
      const outcome = await writePrepared(context, tx, rights, part.prepared, { isLast });
      if (outcome === "again") {
        part.prepared = undefined;
        part.tries++;
        break;
      }
      outcomes.set(part.entry, outcome);
    }
    count++;
  }
  const isComplete = count === round.length;
  const entries = round.slice(0, count).map(({ entry }) => entry);
  const after = await recordEntries(context, tx, locked, layout, {
    entries,
    outcomes,
    end: isComplete ? end : undefined,
  });
  return { job: after, count, outcomes };
}

/** Runs the `after` hooks. Their results and errors do not affect the import. */
async function runAfterHooks(
  context: DataContext,
  job: Transfer,
  { caller }: Awaited<ReturnType<typeof openImport>>,
  parts: readonly Part[],
  outcomes: ReadonlyMap<Entry, Outcome>,
): Promise<void> {
  const runAfterHook = async ({ entry, prepared }: Part) => {
    const { action, item } = outcomes.get(entry) ?? {};
    if (!item) return;
    const hook = action === "INSERT" ? "afterInsert" : "afterUpdate";
    const run = await openHooks(context, caller, hookCall(job), [hook]);
    const stored = prepared?.kind === "update" ? prepared.stored.data : undefined;
    await run?.runAfterWrite(hook, JSON.parse(item.json) as Record<string, unknown>, stored);
  };
  await pMap(parts, runAfterHook, { concurrency });
}
