import { sql } from "kysely";
import type { DbOrTx } from "./database.ts";

/**
 * Acquires the lock of a backup until the end of the transaction. Unlike functions for locks, the statement takes no
 * snapshot, and unlike locks of a session, a connection pooler supports it.
 */
export const backupLockStatement = "lock table backup_runs in share update exclusive mode";

/**
 * Whether a backup is reading files, so that none may be removed from storage. For a moment also during `autovacuum`,
 * which uses the same mode.
 */
export async function isBackupInProgress(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ reading: boolean }>`
    select exists(
      select from pg_locks
      where relation = 'backup_runs'::regclass and mode = 'ShareUpdateExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as reading`.execute(db);
  return rows[0]!.reading;
}
