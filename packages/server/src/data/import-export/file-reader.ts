import type { Db } from "../../platform/db/database.ts";
import type { FileLayout } from "../../platform/db/tables/column-types.ts";
import { readFrom } from "./files/chunks-store.ts";
import { csvRows } from "./files/csv-rows.ts";
import { type FileRow, MalformedFile } from "./files/file-row.ts";
import { jsonRows } from "./files/json-rows.ts";
import { sniffFile } from "./files/sniff-file.ts";
import type { Transfer } from "./transfers-store.ts";

/** Limits of one batch. */
const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;

/** The next rows of a job's file. */
export interface ReadRows {
  layout: FileLayout;
  rows: FileRow[];
  /** Set if the file ends after these rows or is malformed there. */
  end?: "complete" | MalformedFile;
}

/** Reads the file of an import. The file stays open between batches. */
export interface FileReader {
  /** Reads the rows after the job's progress. @throws {MalformedFile} if the file has no first row. */
  read(job: Transfer, limit?: number): Promise<ReadRows>;
  close(): Promise<void>;
}

export function createFileReader(db: Db): FileReader {
  let file: { at: number; layout: FileLayout; rows: AsyncGenerator<FileRow> } | undefined;

  async function openFile(job: Transfer) {
    const key = { siteId: job.site_id, id: job.id };
    const from = (offset: number) => readFrom(db, key, offset);
    const resumed = job.layout && { layout: job.layout, position: { offset: job.byte_offset, line: job.line } };
    const { layout, position } = resumed ?? (await sniffFile(from(0), job.options));
    const chunks = from(position.offset);
    const rows =
      layout.format === "CSV"
        ? csvRows(chunks, position, layout.separator)
        : jsonRows(chunks, position, !layout.isList ? "none" : job.rows === 0 ? "first" : "later");
    return { at: job.byte_offset, layout, rows };
  }

  return {
    async read(job, limit = batchRows) {
      if (file?.at !== job.byte_offset) {
        await file?.rows.return(undefined);
        file = await openFile(job);
      }
      const read: ReadRows = { layout: file.layout, rows: [] };
      while (read.end === undefined && read.rows.length < limit && file.at - job.byte_offset < batchBytes) {
        try {
          const { done, value } = await file.rows.next();
          if (done) read.end = "complete";
          else {
            read.rows.push(value);
            file.at = value.next.offset;
          }
        } catch (error) {
          if (!(error instanceof MalformedFile)) throw error;
          read.end = error;
        }
      }
      return read;
    },
    async close() {
      await file?.rows.return(undefined);
    },
  };
}
