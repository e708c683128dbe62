import type { DataJobStatus } from "../items/item-values.ts";

/** Values of imports and exports that a browser may need at run time. */

export const dataJobKinds = ["IMPORT", "EXPORT"] as const;
export type DataJobKind = (typeof dataJobKinds)[number];

/** `JSON`: one item after the other, on lines of their own or as one list. */
export const dataFileFormats = ["CSV", "JSON"] as const;
export type DataFileFormat = (typeof dataFileFormats)[number];

/** What becomes of a row whose `_id` the collection has: it is refused, it replaces the item, or it is passed over. */
export const importModes = ["INSERT", "UPDATE", "SKIP"] as const;
export type ImportMode = (typeof importModes)[number];

export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** The largest file of the owner's and of editors' programs, and of anybody else. */
export const maxImportFileBytes = 1024 * 1024 * 1024;
export const maxPublicImportFileBytes = 16 * 1024 * 1024;
/** One row, as it is written. */
export const maxRowBytes = 1024 * 1024;
/** Rows of a report that are kept; all are counted. */
export const maxStoredNotes = 10_000;

/** Items on their way in or out as a file. */
export interface DataJob {
  id: string;
  kind: DataJobKind;
  /** `NEW`: nobody has begun; an import waits for its file until `bytes` is there. */
  status: DataJobStatus;
  dataCollectionId: string;
  format: DataFileFormat;
  /** What the file was called. */
  filename?: string;
  /** Of an import. */
  mode?: ImportMode;
  /** Bytes of the file; of an export so far. */
  bytes?: number;
  /** Bytes of an import's file that are done with. */
  bytesDone?: number;
  /** Rows that are done with; of an export of so many. */
  rows: number;
  total?: number;
  counts: DataJobCounts;
  /** How many rows the report tells of. */
  noteCount: number;
  /** Why it failed, and the line of the file where. */
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
  /** Rows whose item was there already. */
  skipped: number;
  /** Rows that could not be taken; the report says why. */
  refused: number;
}

/** Why one row was not taken. */
export interface DataJobNote {
  /** 1 is the first row; a header is none. */
  row: number;
  /** Of the file; 1 is the first. */
  line: number;
  itemId?: string;
  field?: string;
  /** One plain sentence. */
  reason: string;
}

/** How a file of items is imported. */
export interface ImportOptions {
  /** Found out by looking unless given. */
  format?: DataFileFormat | null | undefined;
  /** `INSERT` unless given. */
  mode?: ImportMode | null | undefined;
  /** Fields by the names that the file has for them; `null` leaves one out. Others go by their own name, or by the name that a field is shown under. */
  fields?: Record<string, string | null> | null | undefined;
  /** Between the cells of CSV; found out by looking unless given. */
  separator?: Separator | null | undefined;
  filename?: string | null | undefined;
  /** Takes a file once more whose rows have no `_id` and were imported before: they are there twice then. */
  again?: boolean | null | undefined;
  /** Leaves the collection's hooks out, for programs with a key and for the owner. */
  suppressHooks?: boolean | null | undefined;
}
/** Which items and fields are exported, and in which format. */
export interface ExportOptions {
  format: DataFileFormat;
  /** These alone, in this order. `_id` is always told. */
  fields?: string[] | null | undefined;
  /** Items that meet it. */
  filter?: Record<string, unknown> | null | undefined;
  /** Leaves the collection's hooks out, for programs with a key and for the owner. */
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
  /** `limit` 1 to 100; 50 unless given. */
  query?: { dataCollectionId?: string; limit?: number };
}
export interface ListDataJobNotesRequest {
  params: { jobId: string };
  /** `limit` 1 to 1000; 100 unless given. */
  query?: { limit?: number; offset?: number };
}
export interface DataJobResponse {
  job: DataJob;
  /** Of an export. */
  downloadUrl?: string;
}
export interface StartItemImportResponse extends DataJobResponse {
  /** Takes the file by PUT, with the token or key of whoever asked. */
  uploadUrl: string;
}
export interface StartItemExportResponse extends DataJobResponse {
  /** Answers the file by GET once the job is `COMPLETED`, for a day, to whoever asked. */
  downloadUrl: string;
}
