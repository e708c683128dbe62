/** Whether a person requested a backup, or the schedule. */
export type BackupOrigin = "manual" | "scheduled";

/** A backup of the database, images and files. */
export interface Backup {
  /** Its file name. */
  id: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  origin: BackupOrigin;
  /** Bytes. */
  size: number;
}

/** The states of a requested backup. */
export const backupRunStatuses = ["WAITING", "RUNNING", "COMPLETED", "FAILED"] as const;

/** The last requested backup. */
export interface BackupRun {
  /** ID of its background job. */
  jobId: string;
  origin: BackupOrigin;
  status: (typeof backupRunStatuses)[number];
  /** Bytes that are written. */
  done: number;
  /** Estimate in bytes; 0 before it starts. */
  total: number;
  /**
   * Why the last attempt failed, or of a completed backup, why older ones were not deleted or no base backup was added.
   * `null` also after a cancellation.
   */
  reason: string | null;
  createdDate: string;
  finishedDate: string | null;
}

export interface ListBackupsResponse {
  /** Newest first. */
  backups: Backup[];
  /** Absent if none has been requested. */
  run?: BackupRun | undefined;
  /** Folder of the server that contains the backups. */
  folder: string;
  /** Whether images and files are in the backups, or in a bucket. */
  files: "included" | "bucket";
  /** Whether the database runs in the server, or elsewhere. */
  database: "embedded" | "external";
  /** When the next scheduled backup is due. */
  nextDate?: string | undefined;
}
export interface CreateBackupResponse {
  run: BackupRun;
}
export type BackupByIdRequest = { params: { id: string } };
export interface BackupDownloadLink {
  /** A URL that anyone who has it can download until it expires. */
  url: string;
  expiresDate: string;
}
