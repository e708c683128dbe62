import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  dataJobNotesResponse,
  dataJobResponse,
  listDataJobsResponse,
  startItemExportResponse,
  startItemImportResponse,
} from "./schema.ts";

const jobId = { params: { jobId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const job = { description: "The progress of the job.", schema: dataJobResponse };
const ownJobs = "Your own; the owner's programs see all.";

export const dataJobDocs = {
  startItemImport: {
    summary: "Import items from a file",
    description:
      "CSV, a JSON array or JSON Lines. Upload the file to the returned URL; the import then starts. Requires permission to insert or update items. Hooks of inserts and updates are called for each row. With `dryRun`, rows are checked and nothing is written.",
    response: { description: "The job and the upload URL.", schema: startItemImportResponse },
    errors: ["WDE0025", "WDE0027", "DATA_JOB_LIMIT"],
    example: { body: { dataCollectionId: "Books", mode: "SKIP", fields: { Titel: "title", Notiz: null } } },
  },
  startItemExport: {
    summary: "Export items to a file",
    description: "Items readable by the caller, as CSV or JSON Lines. Hooks of queries are called for each item.",
    response: { description: "The job and the download URL.", schema: startItemExportResponse },
    errors: ["WDE0025", "WDE0027", "WDE0048", "DATA_JOB_LIMIT"],
    example: { body: { dataCollectionId: "Books", format: "CSV", fields: ["title"] } },
  },
  listTransfers: {
    summary: "List imports and exports of items",
    description: `Newest first. ${ownJobs}`,
    response: { description: "Jobs.", schema: listDataJobsResponse },
    example: { query: { dataCollectionId: "Books", limit: 20 } },
  },
  getTransfer: {
    summary: "Get the progress of an import or export",
    description: ownJobs,
    response: job,
    errors: ["DATA_JOB_NOT_FOUND"],
    example: jobId,
  },
  listTransferNotes: {
    summary: "List the rejected rows of an import",
    description: `With row, line and reason; at most 10,000. ${ownJobs}`,
    response: { description: "The rows in the order of the file.", schema: dataJobNotesResponse },
    errors: ["DATA_JOB_NOT_FOUND"],
    example: { ...jobId, query: { limit: 100 } },
  },
  cancelTransfer: {
    summary: "Cancel an import or export",
    description: `Imported items stay. ${ownJobs}`,
    response: job,
    errors: ["DATA_JOB_NOT_FOUND", "DATA_JOB_STATUS_CONFLICT"],
    example: jobId,
  },
} as const satisfies Record<string, EndpointDocs>;
