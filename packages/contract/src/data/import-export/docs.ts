import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  dataJobNotesResponse,
  dataJobResponse,
  listDataJobsResponse,
  startItemExportResponse,
  startItemImportResponse,
} from "./schema.ts";

const jobId = { params: { jobId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const job = { description: "How far it is.", schema: dataJobResponse };
const ownJobs = "One's own; the owner's programs see all.";

export const dataJobDocs = {
  startItemImport: {
    summary: "Import items from a file",
    description:
      "CSV, or JSON as a list or on lines. The answer says where the file goes; the import begins once it is there. It takes the right to insert items, or to update them. The hooks of inserts and updates are called for each row.",
    response: { description: "The job, and where its file goes.", schema: startItemImportResponse },
    errors: ["WDE0025", "WDE0027", "DATA_JOB_LIMIT"],
    example: { body: { dataCollectionId: "Books", mode: "SKIP", fields: { Titel: "title", Notiz: null } } },
  },
  startItemExport: {
    summary: "Export items to a file",
    description:
      "Those that the caller may read, as CSV or as lines of JSON. The hooks of queries are called for each item.",
    response: { description: "The job, and where its file will be.", schema: startItemExportResponse },
    errors: ["WDE0025", "WDE0027", "WDE0048", "DATA_JOB_LIMIT"],
    example: { body: { dataCollectionId: "Books", format: "CSV", fields: ["title"] } },
  },
  listTransfers: {
    summary: "List imports and exports of items",
    description: `The latest first. ${ownJobs}`,
    response: { description: "Jobs.", schema: listDataJobsResponse },
    example: { query: { dataCollectionId: "Books", limit: 20 } },
  },
  getTransfer: {
    summary: "See how far an import or export of items is",
    description: ownJobs,
    response: job,
    errors: ["DATA_JOB_NOT_FOUND"],
    example: jobId,
  },
  listTransferNotes: {
    summary: "List the rows that an import could not take",
    description: `With their place and the reason; 10,000 at most. ${ownJobs}`,
    response: { description: "In the order of the file.", schema: dataJobNotesResponse },
    errors: ["DATA_JOB_NOT_FOUND"],
    example: { ...jobId, query: { limit: 100 } },
  },
  cancelTransfer: {
    summary: "End an import or export of items",
    description: `What is imported by then stays. ${ownJobs}`,
    response: job,
    errors: ["DATA_JOB_NOT_FOUND", "DATA_JOB_STATUS_CONFLICT"],
    example: jobId,
  },
} as const satisfies Record<string, EndpointDocs>;
