import type {
  DataJob,
  DataJobNote,
  ExportOptions,
  ImportOptions,
} from "@porchlight/contract/data/import-export/data-job";
import type { CallOptions } from "../../transport.ts";

export type { DataJobNote, ExportOptions, ImportOptions } from "@porchlight/contract/data/import-export/data-job";

/** Items on their way in or out as a file, and how far they are. */
export interface ItemFileJob extends Omit<DataJob, "id" | "createdDate" | "updatedDate" | "finishedDate"> {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  finishedDate?: Date;
}

type Answer = Promise<{ job: ItemFileJob }>;

/** Items in and out as files. Additions of Porchlight; their code is fetched with the first of them. */
export interface ItemFileCalls {
  /**
   * Brings a file of CSV or JSON to the server, which imports it: `waitForItemJob` tells when that is done.
   *
   * @param file Its text, or a `Blob`: a `File` of a page or one of `fs.openAsBlob` in Node is read piece by piece.
   * @throws {PorchlightError} `WDE0025`, `WDE0027`, `DATA_JOB_LIMIT`, `PAYLOAD_TOO_LARGE`.
   */
  importItems(dataCollectionId: string, file: Blob | string, options?: ImportOptions, call?: CallOptions): Answer;
  /** Begins a file of the items that the caller may read. @throws {PorchlightError} `WDE0025`, `WDE0027`, `DATA_JOB_LIMIT`. */
  exportItems(dataCollectionId: string, options: ExportOptions, call?: CallOptions): Answer;
  /** @throws {PorchlightError} `DATA_JOB_NOT_FOUND`. */
  getItemJob(jobId: string, call?: CallOptions): Answer;
  /** Asks until a job is done or has failed: `status` and `reason` tell. @throws {PorchlightError} `DATA_JOB_NOT_FOUND`. */
  waitForItemJob(
    jobId: string,
    options?: CallOptions & { onProgress?: ((job: ItemFileJob) => void) | undefined },
  ): Answer;
  /** The caller's own, the latest first. @param options `limit` 1 to 100, 50 unless given. */
  listItemJobs(
    options?: { dataCollectionId?: string | undefined; limit?: number | undefined },
    call?: CallOptions,
  ): Promise<{ jobs: ItemFileJob[] }>;
  /** The rows that an import could not take. @param options `limit` 1 to 1000, 100 unless given. */
  listItemJobNotes(
    jobId: string,
    options?: { limit?: number | undefined; offset?: number | undefined },
    call?: CallOptions,
  ): Promise<{ notes: DataJobNote[]; total: number }>;
  /** Ends a job; what it has imported stays. @throws {PorchlightError} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`. */
  cancelItemJob(jobId: string, call?: CallOptions): Answer;
  /** The file of an export that is done: its `body` is a stream. @throws {PorchlightError} `DATA_JOB_STATUS_CONFLICT` before. */
  downloadItems(jobId: string, call?: CallOptions): Promise<Response>;
}
