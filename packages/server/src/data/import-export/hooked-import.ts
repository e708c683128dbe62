import type { Transaction } from "kysely";
import { mapConcurrently } from "../../platform/concurrency/map-concurrently.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Outcome } from "../bulk/bulk-write.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ReadRows } from "./file-readers.ts";
import { hookedCall } from "./transfer-hooks.ts";
import { type Entry, keepEntries, openImport, readEntries, refuseRepeated } from "./import-entries.ts";
import { type PreparedItem, prepareItem, writePrepared } from "./prepare-item.ts";
import { lockLeasedTransfer, type Transfer } from "./transfers-store.ts";

/** Rows of one batch, so that it ends before its lease does however long their hooks take. */
export const hookedRows = 20;
/** No round is begun after it. */
const roundsMs = 30_000;
/** Fewer than a process has connections. */
const atOnce = 4;
/** Changes of others that one row is tried again for. */
const mostTries = 5;

interface Part {
  entry: Entry;
  prepared?: PreparedItem | undefined;
  tries: number;
}

/**
 * A batch of an import whose items meet hooks: no transaction waits for a hook. Rows are written together with how far the job is, so that
 * none is imported twice; hooks before may be called again for rows of a batch that was cut off.
 *
 * @param job Leased by who works at it.
 * @returns The job after it; nothing where it is somebody else's now.
 * @throws {Refusal} when its caller may not do so any more.
 */
export async function importHookedBatch(
  context: DataContext,
  job: Transfer,
  read: ReadRows,
  isClosing: () => boolean,
): Promise<Transfer | undefined> {
  const rights = await openImport(context, job);
  const { entries, end } = readEntries(job, rights.collection, read);
  await refuseRepeated(context.db, job, entries);
  const endsAt = performance.now() + roundsMs;
  let at = job;
  let left = entries.map((entry): Part => ({ entry, tries: 0 }));
  for (;;) {
    const round = untilRepeated(left);
    await mapConcurrently(round, atOnce, async (part) => {
      part.prepared ??= part.entry.item && (await prepareItem(context, job, rights, part.entry.item));
    });
    const kept = await context.db
      .transaction()
      .execute((tx) => writeRound(context, tx, at, read, round, round.length === left.length ? end : undefined));
    if (!kept) return undefined;
    at = kept.job;
    left = left.slice(kept.count);
    await tellHooks(context, job, rights, round.slice(0, kept.count), kept.outcomes);
    if (left.length === 0 || isClosing() || performance.now() > endsAt) return at;
  }
}

/** Rows before the first whose item is in an earlier one: that is prepared once the earlier one is written. */
function untilRepeated(parts: readonly Part[]): Part[] {
  const seen = new Set<string>();
  const at = parts.findIndex(({ entry: { item } }) => {
    if (item?.id === undefined) return false;
    if (seen.has(item.id)) return true;
    seen.add(item.id);
    return false;
  });
  return parts.slice(0, at < 0 ? parts.length : at);
}

/** Writes rows up to the first that somebody else was quicker with, which is left for the next round. */
async function writeRound(
  context: DataTxContext,
  tx: Transaction<Tables>,
  job: Transfer,
  { layout }: ReadRows,
  round: readonly Part[],
  end: ReadRows["end"],
): Promise<{ job: Transfer; count: number; outcomes: Map<Entry, Outcome> } | undefined> {
  const locked = await lockLeasedTransfer(tx, job);
  if (!locked) return undefined;
  await disableStatementTimeout(tx);
  const rights = await openImport(inTransaction(context, tx), job);
  const outcomes = new Map<Entry, Outcome>();
  let count = 0;
  for (const part of round) {
    if (part.prepared) {
      const isLast = part.tries + 1 >= mostTries;
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
  const isWhole = count === round.length;
  const entries = round.slice(0, count).map(({ entry }) => entry);
  const after = await keepEntries(context, tx, locked, layout, { entries, outcomes, end: isWhole ? end : undefined });
  return { job: after, count, outcomes };
}

/** What hooks after a write make of items is nobody's here: they are told, and may fail. */
async function tellHooks(
  context: DataContext,
  job: Transfer,
  { caller }: Awaited<ReturnType<typeof openImport>>,
  parts: readonly Part[],
  outcomes: ReadonlyMap<Entry, Outcome>,
): Promise<void> {
  await mapConcurrently(parts, atOnce, async ({ entry, prepared }) => {
    const { action, item } = outcomes.get(entry) ?? {};
    if (!item) return;
    const hook = action === "INSERT" ? "afterInsert" : "afterUpdate";
    const run = await openHooks(context, caller, hookedCall(job), [hook]);
    const held = prepared?.kind === "update" ? prepared.held.data : undefined;
    await run?.settle(hook, JSON.parse(item.json) as Record<string, unknown>, held);
  });
}
