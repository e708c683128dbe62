import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Connection, openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { sitesFolder } from "../platform/storage/file-store.ts";
import { findMediaFiles } from "./backup-runs-store.ts";
import { type RestoredBackup, type RestoreTarget, restoreBackup } from "./restore-backup.ts";

/** The result of a restore drill. */
export interface VerifiedBackup {
  restored: RestoredBackup;
  /** Names of the migrations that this version has applied to the restored database. */
  migrations: string[];
  /** Paths of images and files that the database contains and the backup does not. */
  missingFiles: string[];
}

/**
 * Restores a backup into a temporary installation, and migrates it to this version.
 *
 * @param file Name of the backup, for error messages.
 * @throws {BackupError} with a message for the operator. @throws {MigrationError}
 */
export async function verifyBackup(source: Readable, file: string, target: RestoreTarget): Promise<VerifiedBackup> {
  let connection: Connection | undefined;
  const restored = await restoreBackup(source, file, {
    ...target,
    async openDatabase(manifest) {
      connection = await target.openDatabase(manifest);
      return connection;
    },
  });
  const db = openDatabase(connection!, () => undefined, 1);
  try {
    const migrations = await migrate(db);
    const files = restored.files === "bucket" ? [] : await findMediaFiles(db);
    const paths = files.map(({ id, siteId }) => (siteId === null ? id : `${sitesFolder}/${siteId}/${id}`));
    const missingFiles = paths.filter((path) => !existsSync(join(target.mediaDir, path)));
    return { restored, migrations, missingFiles };
  } finally {
    await db.destroy();
  }
}
