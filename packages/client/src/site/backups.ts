import type {
  BackupDownloadLink,
  ListBackupsResponse,
  Backup as WireBackup,
  BackupRun as WireRun,
} from "@porchlight/contract/site/backup";
import * as endpoints from "@porchlight/contract/site/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

/** A backup of the database, images and files. */
export type Backup = Omit<WireBackup, "id" | "createdDate"> & { _id: string; _createdDate: Date };

/** The last requested backup. */
export type BackupRun = Omit<WireRun, "createdDate" | "finishedDate"> & {
  _createdDate: Date;
  finishedDate: Date | null;
};

/** The backups of the server. */
export type Backups = Omit<ListBackupsResponse, "backups" | "run" | "nextDate"> & {
  /** Newest first. */
  backups: Backup[];
  run?: BackupRun;
  /** When the next scheduled backup is due. */
  nextDate?: Date;
};

const conversion = {
  response: { timestamp: ["backups.createdDate", "run.createdDate", "run.finishedDate", "nextDate"] },
};

/** Backups of the installation, for staff with the role owner. Others get `NOT_ALLOWED`. A Porchlight extension. */
export function backups(transport: Transport) {
  return {
    /** The backups in the folder of the server, and the progress of the last requested one. */
    listBackups(call?: CallOptions): Promise<Backups> {
      return transport.send<object, Backups>(endpoints.listBackups, {}, { ...call, conversion });
    },

    /** Queues a backup. @throws {PorchlightError} `BACKUP_RUNNING`. */
    async createBackup(call?: CallOptions): Promise<BackupRun> {
      const response = await transport.send<object, { run: BackupRun }>(
        endpoints.createBackup,
        {},
        { ...call, conversion },
      );
      return response.run;
    },

    /** Deletes a backup. @throws {PorchlightError} `NOT_FOUND`, `REAUTHENTICATION_REQUIRED`. */
    async deleteBackup(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteBackup, { params: { id: _id } }, call);
    },

    /**
     * A link to the file, valid for five minutes.
     *
     * @throws {PorchlightError} `NOT_FOUND`, `REAUTHENTICATION_REQUIRED`.
     */
    createBackupDownloadLink(_id: string, call?: CallOptions): Promise<BackupDownloadLink> {
      return transport.send(endpoints.createBackupDownloadLink, { params: { id: _id } }, call);
    },
  };
}
