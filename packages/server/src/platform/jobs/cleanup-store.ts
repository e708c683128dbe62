import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const batchSize = 1_000;

/**
 * The setting, but at least 30 days: the table's trigger rejects earlier deletion, which would fail the whole batch.
 */
const auditDays = `greatest(30, coalesce(
  (select (value #>> '{}')::integer from settings s where s.site_id = audit_events.site_id and s.name = 'auditDays'), 180))`;

/** The setting; 0: without end. */
const submissionDays = `nullif(coalesce(
  (select (value #>> '{}')::integer from settings s where s.site_id = form_submissions.site_id and s.name = 'submissionDays'), 0), 0)`;

/**
 * Expired rows by table. Used authorization codes stay for a day, so that reuse is detected and revokes the session.
 */
const rules = [
  { table: "authorization_codes", condition: "expires_at < now() - interval '1 day'" },
  { table: "session_tokens", condition: "expires_at < now() - interval '1 hour'" },
  { table: "state_tokens", condition: "expires_at < now() - interval '1 hour'" },
  { table: "second_steps", condition: "expires_at < now() - interval '1 hour'" },
  { table: "challenges", condition: "expires_at < now() - interval '1 hour'" },
  { table: "passkey_challenges", condition: "expires_at < now() - interval '1 hour'" },
  { table: "remembered_devices", condition: "expires_at < now()" },
  { table: "used_captchas", condition: "expires_at < now()" },
  { table: "undo_states", condition: "created_at < now() - interval '1 hour'" },
  { table: "site_previews", condition: "expires_at < now()" },
  { table: "verification_codes", condition: "expires_at < now() - interval '1 hour'" },
  { table: "email_changes", condition: "expires_at < now() - interval '1 hour'" },
  { table: "recovery_tokens", condition: "expires_at < now() - interval '1 hour'" },
  { table: "page_changes", condition: "changed_at < now() - interval '1 hour'" },
  { table: "rate_limits", condition: "expires_at < now()" },
  { table: "redirect_sessions", condition: "expires_at < now() - interval '1 hour'" },
  { table: "hosted_sessions", condition: "expires_at < now()" },
  { table: "sessions", condition: "expires_at < now() - interval '1 day'" },
  { table: "post_viewers", condition: "seen_at < now() - interval '24 hours'" },
  { table: "post_view_days", condition: "day < now() - interval '400 days'" },
  { table: "audit_events", condition: `created_at < now() - make_interval(days => ${auditDays})` },
  // Events with waiting deliveries stay.
  {
    table: "events",
    condition: `happened_at < now() - interval '30 days' and not exists (
      select 1 from webhook_deliveries d where d.site_id = events.site_id and d.event_id = events.id and d.status = 'WAITING')`,
  },
  { table: "data_jobs", condition: "status in ('SUCCEEDED', 'FAILED') and updated_at < now() - interval '30 days'" },
  { table: "member_jobs", condition: "finished_at < now() - interval '30 days'" },
  { table: "data_changes", condition: "changed_at < now() - interval '20 minutes'" },
  // Files never uploaded or downloaded, and their jobs.
  {
    table: "data_transfer_chunks",
    condition: `exists (select 1 from data_transfers t where t.site_id = data_transfer_chunks.site_id
      and t.id = data_transfer_chunks.transfer_id and t.finished_at < now() - interval '1 day')`,
  },
  {
    table: "data_transfers",
    condition: `updated_at < now() - interval '30 days' and status in ('COMPLETED', 'FAILED')
      or updated_at < now() - interval '1 day' and status = 'NEW' and kind = 'IMPORT' and bytes is null`,
  },
  // Imports that were only checked, and their files.
  { table: "imports", condition: "dry_run and updated_at < now() - interval '1 day'" },
  // Deleted comments, except those that hold a thread together.
  {
    table: "comments",
    condition: `deleted_at < now() - interval '30 days' and not exists (
      select 1 from comments r where r.site_id = comments.site_id and r.id <> comments.id
        and (r.parent_id = comments.id or r.thread_id = comments.id))`,
  },
  // The trash bin of forms.
  { table: "forms", condition: "deleted_at < now() - interval '30 days'" },
  {
    table: "form_submissions",
    condition: `deleted_at < now() - interval '30 days'
      or created_at < now() - make_interval(days => ${submissionDays})`,
  },
  { table: "outbox", condition: "done_at < now() - interval '7 days' or created_at < now() - interval '60 days'" },
  { table: "pgboss.job_common", condition: "state = 'completed' and completed_on < now() - interval '1 day'" },
  { table: "dev_inbox", condition: "created_at < now() - interval '30 days'" },
] as const;

/** Deletes expired rows in batches, so that no statement locks many rows. Several nodes may do so concurrently. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const { table, condition } of rules) {
    for (let removed = batchSize; removed >= batchSize; ) {
      const result = await sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${sql.raw(condition)} limit ${batchSize} for update skip locked)`.execute(
        db,
      );
      removed = Number(result.numAffectedRows ?? 0n);
    }
  }
}
