import type { DataJobStatus } from "../items/item-values.ts";

/** Runtime values of imports and exports, safe for browsers. */

export const dataJobKinds = ["IMPORT", "EXPORT"] as const;
export type DataJobKind = (typeof dataJobKinds)[number];

/** `JSON`: JSON Lines or a JSON array. */
export const dataFileFormats = ["CSV", "JSON"] as const;
export type DataFileFormat = (typeof dataFileFormats)[number];

/** Handling of a row with an existing `_id`: reject it, replace the item, or skip it. */
export const importModes = ["INSERT", "UPDATE", "SKIP"] as const;
export type ImportMode = (typeof importModes)[number];

export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** Maximum file size for the owner's and editors' programs, and for other callers. */
export const maxImportFileBytes = 1024 * 1024 * 1024;
export const maxPublicImportFileBytes = 16 * 1024 * 1024;
/** Maximum size of one serialized row. */
export const maxRowBytes = 1024 * 1024;
/** Stored rows of a report; all are counted. */
export const maxStoredNotes = 10_000;

/** An import or export of items. */
export interface DataJob {
  id: string;
  kind: DataJobKind;
  /** `NEW`: not started; an import waits for its file until `bytes` is set. */
  status: DataJobStatus;
  dataCollectionId: string;
  format: DataFileFormat;
  /** Original file name. */
  filename?: string;
  /** For imports. */
  mode?: ImportMode;
  /** Set if the import only checks the rows. */
  dryRun?: true;
  /** Size of the file; for exports, so far. */
  bytes?: number;
  /** Processed bytes of an import's file. */
  bytesDone?: number;
  /** Processed rows; with exports, of `total`. */
  rows: number;
  total?: number;
  counts: DataJobCounts;
  /** Number of rows in the report. */
  noteCount: number;
  /** Reason of the failure, and the line of the file. */
  reason?: string;
  line?: number;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
  finishedDate?: string;
}

export interface DataJobCounts {
  inserted: number;
  updated: number;
  /** Rows whose item existed. */
  skipped: number;
  /** Rejected rows; the report has the reasons. */
  refused: number;
}

/** Why a row was rejected. */
export interface DataJobNote {
  /** 1-based, without the header. */
  row: number;
  /** 1-based line of the file. */
  line: number;
  itemId?: string;
  field?: string;
  /** One sentence. */
  reason: string;
}

/** How a file of items is imported. */
export interface ImportOptions {
  /** Default: detected. */
  format?: DataFileFormat | null | undefined;
  /** Default: `INSERT`. */
  mode?: ImportMode | null | undefined;
  /** Fields by column name; `null` omits a column. Other columns map by field key or display name. */
  fields?: Record<string, string | null> | null | undefined;
  /** Separator of CSV. Default: detected. */
  separator?: Separator | null | undefined;
  filename?: string | null | undefined;
  /** Repeats the import of a file whose rows have no `_id`; creates duplicates. */
  again?: boolean | null | undefined;
  /** Skips the collection's hooks, for programs with an API key and the owner. */
  suppressHooks?: boolean | null | undefined;
  /** Checks the rows and counts what would happen; writes nothing and calls no hooks. */
  dryRun?: boolean | null | undefined;
}
/** Which items and fields are exported, and in which format. */
export interface ExportOptions {
  format: DataFileFormat;
  /** Exported fields in this order. Always includes `_id`. */
  fields?: string[] | null | undefined;
  /** Filter of the exported items. */
  filter?: Record<string, unknown> | null | undefined;
  /** Skips the collection's hooks, for programs with an API key and the owner. */
  suppressHooks?: boolean | null | undefined;
}

export interface StartItemImportRequest {
  body: { dataCollectionId: string } & ImportOptions;
}
export interface StartItemExportRequest {
  body: { dataCollectionId: string } & ExportOptions;
}
export interface DataJobByIdRequest {
  params: { jobId: string };
}
export interface ListDataJobsRequest {
  /** `limit` 1 to 100; default 50. */
  query?: { dataCollectionId?: string; limit?: number };
}
export interface ListDataJobNotesRequest {
  params: { jobId: string };
  /** `limit` 1 to 1000; default 100. */
  query?: { limit?: number; offset?: number };
}
export interface DataJobResponse {
  job: DataJob;
  /** For exports. */
  downloadUrl?: string;
}
export interface StartItemImportResponse extends Pick<DataJobResponse, "job"> {
  /** Accepts the file by PUT, with the same token or key. */
  uploadUrl: string;
}
export interface StartItemExportResponse extends DataJobResponse {
  /** Serves the file by GET once the job is `COMPLETED`, for a day, with the same token or key. */
  downloadUrl: string;
}
