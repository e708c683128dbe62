/** The states of a background job. `failed`: all attempts have failed. */
export const backgroundJobStates = ["waiting", "running", "failed", "completed", "cancelled"] as const;

/** A background job of the server. */
export interface BackgroundJob {
  id: string;
  /** Such as `mail` or `import-export`. */
  kind: string;
  state: (typeof backgroundJobStates)[number];
  /** Attempts so far, the current one included. */
  attempts: number;
  maxAttempts: number;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** `null` unless it is waiting. */
  nextAttemptDate: string | null;
  finishedDate: string | null;
  lastError: string | null;
}

export type ListBackgroundJobsRequest = {
  query: { state?: BackgroundJob["state"] | undefined; limit?: number | undefined };
};
export interface ListBackgroundJobsResponse {
  /** Newest first. */
  jobs: BackgroundJob[];
}
export type BackgroundJobByIdRequest = { params: { id: string } };

/** What a check of the installation has found. */
export const healthCodes = [
  "NODE",
  "NODE_OLD",
  "ADDRESS",
  "ADDRESS_HTTP",
  "DATABASE",
  "DATABASE_OLD",
  "DATABASE_ENCODING",
  "MIGRATIONS",
  "MIGRATIONS_NONE",
  "MIGRATIONS_MISSING",
  "MIGRATIONS_NEWER",
  "DURABILITY",
  "DURABILITY_OFF",
  "CONNECTIONS",
  "CONNECTIONS_FEW",
  "CLOCK",
  "CLOCK_DIFFERENT",
  "ARCHIVE_FAILED",
  "KEY",
  "KEY_UNUSED",
  "KEY_WRONG",
  "QUERIES",
  "QUERIES_SLOW",
  "JOBS",
  "JOBS_FAILED",
  "SPACE",
  "SPACE_LOW",
  "SPACE_NONE",
  "FOLDER_UNUSABLE",
  "BUCKET",
  "BUCKET_UNUSABLE",
  "BACKUP",
  "BACKUP_NONE",
  "BACKUP_OLD",
  "MAIL",
  "MAIL_INBOX",
  "MAIL_MISSING",
  "MAIL_SENDER_MISSING",
  "MAIL_UNUSABLE",
  "MESSAGES",
  "MESSAGES_INBOX",
  "MESSAGES_OFF",
  "MESSAGES_UNUSABLE",
  "OWNER_EMAIL",
  "OWNER_EMAIL_MISSING",
] as const;
/** A value of `code` of a finding. */
export type HealthCode = (typeof healthCodes)[number];

/** The result of a check of the installation. */
export interface HealthFinding {
  check: string;
  state: "ok" | "warning" | "problem";
  /** The state and, for a problem, what to do. */
  message: string;
  /** What was found. Absent for checks that only `porchlight doctor` makes. */
  code?: HealthCode | undefined;
  /** The facts in `message`, by name. */
  data?: Readonly<Record<string, string | number>> | undefined;
}
export interface SiteHealthResponse {
  findings: HealthFinding[];
}
