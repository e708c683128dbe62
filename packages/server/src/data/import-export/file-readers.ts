import type { FileLayout } from "../../platform/db/tables/column-types.ts";
import type { DataContext } from "../data-context.ts";
import { readFrom } from "./files/chunks-store.ts";
import { csvRows } from "./files/csv-rows.ts";
import { jsonRows } from "./files/json-rows.ts";
import { type FileRow, MalformedFile } from "./files/file-row.ts";
import { sniffFile } from "./files/sniff-file.ts";
import type { Transfer } from "./transfers-store.ts";

/** Of one batch: so that none of them holds much, or for long. */
const batchRows = 500;
const batchBytes = 4 * 1024 * 1024;

/** What is next in a job's file. */
export interface ReadRows {
  layout: FileLayout;
  rows: FileRow[];
  /** The file ends behind them, or cannot be read any further. */
  end?: "whole" | MalformedFile;
}

/**
 * Files that are being read, so that each batch goes on where the last one ended without looking for it. Where somebody else was at a job
 * in the meantime its file is opened anew.
 */
export function createFileReaders(context: DataContext) {
  const open = new Map<string, { at: number; layout: FileLayout; rows: AsyncGenerator<FileRow> }>();

  async function openFile(job: Transfer) {
    const key = { siteId: job.site_id, id: job.id };
    const from = (offset: number) => readFrom(context.db, key, offset);
    const known = job.layout && { layout: job.layout, place: { offset: job.byte_offset, line: job.line } };
    const { layout, place } = known ?? (await sniffFile(from(0), job.options));
    const pieces = from(place.offset);
    const rows =
      layout.format === "CSV"
        ? csvRows(pieces, place, layout.separator)
        : jsonRows(pieces, place, !layout.isList ? "none" : job.rows === 0 ? "first" : "later");
    return { at: job.byte_offset, layout, rows };
  }

  return {
    /** @throws {MalformedFile} of a file that has no first row. */
    async read(job: Transfer, most = batchRows): Promise<ReadRows> {
      let file = open.get(job.id);
      if (file?.at !== job.byte_offset) {
        await file?.rows.return(undefined);
        file = await openFile(job);
        open.set(job.id, file);
      }
      const read: ReadRows = { layout: file.layout, rows: [] };
      while (read.end === undefined && read.rows.length < most && file.at - job.byte_offset < batchBytes) {
        try {
          const { done, value } = await file.rows.next();
          if (done) read.end = "whole";
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
    async drop(id: string): Promise<void> {
      await open.get(id)?.rows.return(undefined);
      open.delete(id);
    },
    async close(): Promise<void> {
      for (const { rows } of open.values()) await rows.return(undefined);
    },
  };
}
