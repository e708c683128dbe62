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
    format: format.nullish().describe("Found out by looking unless given."),
    mode: z
      .enum(importModes)
      .nullish()
      .describe("What becomes of rows whose `_id` the collection has; `INSERT` unless given."),
    fields: names.nullish().describe("Fields by the names that the file has for them; null leaves one out."),
    separator: z.enum(separators).nullish(),
    filename: singleLineText(500).nullish(),
    again: z.boolean().nullish(),
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
    bytes: count.optional(),
    bytesDone: count.optional(),
    rows: count,
    total: count.optional(),
    counts: z.object({ inserted: count, updated: count, skipped: count, refused: count }),
    noteCount: count,
    reason: z.string().optional().describe("Why it failed."),
    line: count.optional().describe("Of the file, where it failed."),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().optional(),
  })
  .meta({ id: "DataTransferJob" });

const downloadUrl = z.string().describe("Answers the file by GET once the job is done, for a day.");
export const dataJobResponse = z.object({ job, downloadUrl: downloadUrl.optional().describe("Of an export.") });
export const startItemImportResponse = z.object({
  job,
  uploadUrl: z.string().describe("Takes the file by PUT, with the token or key of whoever asked."),
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
