import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../db/database.ts";

const everyMs = 30 * 60_000;
const batchSize = 1_000;

/**
 * What may go, and since when. A used code is kept for a day after its end, so that a second use is still known as one and
 * ends what the first one gave.
 */
const sweepings = [
  { table: "authorization_codes", over: "expires_at < now() - interval '1 day'" },
  { table: "session_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "state_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "verification_codes", over: "expires_at < now() - interval '1 hour'" },
  { table: "recovery_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "rate_limits", over: "expires_at < now()" },
  { table: "redirect_sessions", over: "expires_at < now() - interval '1 hour'" },
  { table: "hosted_sessions", over: "expires_at < now()" },
  { table: "sessions", over: "expires_at < now() - interval '1 day'" },
  { table: "outbox", over: "done_at < now() - interval '7 days'" },
  { table: "dev_inbox", over: "created_at < now() - interval '30 days'" },
] as const;

/** Removes what has expired, in batches, so that no statement holds many rows. Several nodes may do so at once. */
export async function sweep(db: Db): Promise<void> {
  for (const { table, over } of sweepings) {
    for (let removed = batchSize; removed >= batchSize; ) {
      const result = await sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${sql.raw(over)} limit ${batchSize} for update skip locked)`.execute(
        db,
      );
      removed = Number(result.numAffectedRows ?? 0n);
    }
  }
}

/** Sweeps now and then until closed. */
export function startSweeper(db: Db, log: Logger): { close(): void } {
  const run = () =>
    sweep(db).catch((error: unknown) =>
      log.warn({ event: "sweep-failed", reason: error instanceof Error ? error.message : String(error) }, "sweeper"),
    );
  const timer = setInterval(run, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
