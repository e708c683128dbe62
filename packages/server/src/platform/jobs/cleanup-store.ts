import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "../db/database.ts";

const intervalMs = 30 * 60_000;

/** Deletes expired rows every half hour. */
export function startCleanup(db: Db, log: Logger): { close(): void } {
  const run = () =>
    deleteExpired(db).catch((error: unknown) =>
      log.warn({ event: "sweep-failed", reason: error instanceof Error ? error.message : String(error) }, "sweeper"),
    );
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

const batchSize = 1_000;

/** As the owner has set it. A row that could not go would keep all others, so that none is taken before the table lets it go. */
const auditDays = `greatest(30, coalesce(
  (select (value #>> '{}')::integer from settings s where s.site_id = audit_events.site_id and s.name = 'auditDays'), 180))`;

/**
 * What may go, and since when. A used code is kept for a day after its end, so that a second use is still known as one and
 * ends what the first one gave.
 */
const rules = [
  { table: "authorization_codes", over: "expires_at < now() - interval '1 day'" },
  { table: "session_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "state_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "second_steps", over: "expires_at < now() - interval '1 hour'" },
  { table: "challenges", over: "expires_at < now() - interval '1 hour'" },
  { table: "passkey_challenges", over: "expires_at < now() - interval '1 hour'" },
  { table: "remembered_devices", over: "expires_at < now()" },
  { table: "used_captchas", over: "expires_at < now()" },
  { table: "verification_codes", over: "expires_at < now() - interval '1 hour'" },
  { table: "email_changes", over: "expires_at < now() - interval '1 hour'" },
  { table: "recovery_tokens", over: "expires_at < now() - interval '1 hour'" },
  { table: "page_changes", over: "changed_at < now() - interval '1 hour'" },
  { table: "rate_limits", over: "expires_at < now()" },
  { table: "redirect_sessions", over: "expires_at < now() - interval '1 hour'" },
  { table: "hosted_sessions", over: "expires_at < now()" },
  { table: "sessions", over: "expires_at < now() - interval '1 day'" },
  { table: "post_viewers", over: "seen_at < now() - interval '24 hours'" },
  { table: "audit_events", over: `created_at < now() - make_interval(days => ${auditDays})` },
  // What waits, or was given up on, is kept with what it tells; the owner can still send it.
  {
    table: "events",
    over: `happened_at < now() - interval '30 days' and not exists (
      select 1 from webhook_deliveries d where d.site_id = events.site_id and d.event_id = events.id and d.status = 'WAITING')`,
  },
  { table: "data_jobs", over: "status in ('SUCCEEDED', 'FAILED') and updated_at < now() - interval '30 days'" },
  { table: "data_watches", over: "expires_at < now()" },
  { table: "data_changes", over: "happened_at < now() - interval '20 minutes'" },
  { table: "data_reference_changes", over: "happened_at < now() - interval '20 minutes'" },
  // A file that has not come, one that nobody fetched, and what is known of both.
  {
    table: "data_transfer_chunks",
    over: `exists (select 1 from data_transfers t where t.site_id = data_transfer_chunks.site_id
      and t.id = data_transfer_chunks.transfer_id and t.finished_at < now() - interval '1 day')`,
  },
  {
    table: "data_transfers",
    over: `updated_at < now() - interval '30 days' and status in ('COMPLETED', 'FAILED')
      or updated_at < now() - interval '1 day' and status = 'NEW' and kind = 'IMPORT' and bytes is null`,
  },
  { table: "outbox", over: "done_at < now() - interval '7 days'" },
  { table: "dev_inbox", over: "created_at < now() - interval '30 days'" },
] as const;

/** Removes what has expired, in batches, so that no statement holds many rows. Several nodes may do so at once. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const { table, over } of rules) {
    for (let removed = batchSize; removed >= batchSize; ) {
      const result = await sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${sql.raw(over)} limit ${batchSize} for update skip locked)`.execute(
        db,
      );
      removed = Number(result.numAffectedRows ?? 0n);
    }
  }
}
