import type {
  DataJob,
  DataJobNote,
  ExportOptions,
  ImportOptions,
} from "@porchlight/contract/data/import-export/data-job";
import type { CallOptions } from "../../transport.ts";

export type { DataJobNote, ExportOptions, ImportOptions } from "@porchlight/contract/data/import-export/data-job";

/** An import or export job and its progress. */
export interface ItemFileJob extends Omit<DataJob, "id" | "createdDate" | "updatedDate" | "finishedDate"> {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  finishedDate?: Date;
}

type JobResult = Promise<{ job: ItemFileJob }>;

/** Import and export of items as files, loaded lazily. A Porchlight extension. */
export interface ItemFileCalls {
  /**
   * Uploads a CSV or JSON file for import; `waitForItemJob` waits until it is done.
   *
   * @param file Its text or a `Blob`; a `File` of a page or one of `fs.openAsBlob` in Node is streamed.
   * @throws {PorchlightError} `WDE0025`, `WDE0027`, `DATA_JOB_LIMIT`, `PAYLOAD_TOO_LARGE`.
   */
  importItems(dataCollectionId: string, file: Blob | string, options?: ImportOptions, call?: CallOptions): JobResult;
  /**
   * Starts an export of the items readable by the caller. @throws {PorchlightError} `WDE0025`, `WDE0027`,
   * `DATA_JOB_LIMIT`.
   */
  exportItems(dataCollectionId: string, options: ExportOptions, call?: CallOptions): JobResult;
  /** @throws {PorchlightError} `DATA_JOB_NOT_FOUND`. */
  getItemJob(jobId: string, call?: CallOptions): JobResult;
  /**
   * Polls a job until it is done or has failed; see `status` and `reason`. @throws {PorchlightError}
   * `DATA_JOB_NOT_FOUND`.
   */
  waitForItemJob(
    jobId: string,
    options?: CallOptions & { onProgress?: ((job: ItemFileJob) => void) | undefined },
  ): JobResult;
  /** Lists the caller's jobs, newest first. @param options `limit` 1 to 100, default 50. */
  listItemJobs(
    options?: { dataCollectionId?: string | undefined; limit?: number | undefined },
    call?: CallOptions,
  ): Promise<{ jobs: ItemFileJob[] }>;
  /** Lists the rows that an import rejected. @param options `limit` 1 to 1000, default 100. */
  listItemJobNotes(
    jobId: string,
    options?: { limit?: number | undefined; offset?: number | undefined },
    call?: CallOptions,
  ): Promise<{ notes: DataJobNote[]; total: number }>;
  /** Cancels a job; imported items stay. @throws {PorchlightError} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`. */
  cancelItemJob(jobId: string, call?: CallOptions): JobResult;
  /**
   * The file of a completed export; its `body` is a stream. @throws {PorchlightError} `DATA_JOB_STATUS_CONFLICT`
   * before.
   */
  downloadItems(jobId: string, call?: CallOptions): Promise<Response>;
}
