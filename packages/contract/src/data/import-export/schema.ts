import * as z from "zod";
import { guid, queryInteger, singleLineText } from "../../wire/value-schema.ts";
import { callOptions, collectionId, fieldName, filter } from "../items/call-schema.ts";
import { dataJobStatuses } from "../items/item-values.ts";
import { dataFileFormats, dataJobKinds, importModes, maxStoredNotes, separators } from "./data-job.ts";

const format = z.enum(dataFileFormats);
const names = z
  .record(z.string().max(1000), fieldName.min(1).nullable())
  .refine((mapping) => Object.keys(mapping).length <= 1000, "must have at most 1000 names");

export const startItemImportRequest = z.object({
  body: z.object({
    dataCollectionId: collectionId,
    format: format.nullish().describe("Default: detected."),
    mode: z.enum(importModes).nullish().describe("Handling of rows with an existing `_id`. Default: `INSERT`."),
    fields: names.nullish().describe("Fields by column name; null omits a column."),
    separator: z.enum(separators).nullish(),
    filename: singleLineText(500).nullish(),
    again: z.boolean().nullish(),
    dryRun: z.boolean().nullish().describe("Checks the rows and writes nothing."),
    suppressHooks: callOptions.suppressHooks,
  }),
});
export const startItemExportRequest = z.object({
  body: z.object({
    dataCollectionId: collectionId,
    format,
    fields: z.array(fieldName.min(1)).max(1000).nullish(),
    filter: filter.nullish(),
    suppressHooks: callOptions.suppressHooks,
  }),
});
const params = z.object({ jobId: guid });
export const dataJobByIdRequest = z.object({ params });
export const listDataJobsRequest = z.object({
  query: z.object({ dataCollectionId: collectionId.optional(), limit: queryInteger(1, 100).optional() }),
});
export const listDataJobNotesRequest = z.object({
  params,
  query: z.object({ limit: queryInteger(1, 1000).optional(), offset: queryInteger(0, maxStoredNotes).optional() }),
});

const count = z.int().min(0);
const job = z
  .object({
    id: z.guid(),
    kind: z.enum(dataJobKinds),
    status: z.enum(dataJobStatuses),
    dataCollectionId: z.string(),
    format,
    filename: z.string().optional(),
    mode: z.enum(importModes).optional(),
    dryRun: z.literal(true).optional().describe("The import only checks the rows."),
    bytes: count.optional(),
    bytesDone: count.optional(),
    rows: count,
    total: count.optional(),
    counts: z.object({ inserted: count, updated: count, skipped: count, refused: count }),
    noteCount: count,
    reason: z.string().optional().describe("Reason of the failure."),
    line: count.optional().describe("Line of the file at which it failed."),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().optional(),
  })
  .meta({ id: "DataTransferJob" });

const downloadUrl = z.string().describe("Serves the file by GET for a day after completion.");
export const dataJobResponse = z.object({ job, downloadUrl: downloadUrl.optional().describe("For exports.") });
export const startItemImportResponse = z.object({
  job,
  uploadUrl: z.string().describe("Accepts the file by PUT, with the same token or key."),
});
export const startItemExportResponse = z.object({ job, downloadUrl });
export const listDataJobsResponse = z.object({ jobs: z.array(job) });
export const dataJobNotesResponse = z.object({
  notes: z.array(
    z.object({
      row: count,
      line: count,
      itemId: z.string().optional(),
      field: z.string().optional(),
      reason: z.string(),
    }),
  ),
  total: count,
});
