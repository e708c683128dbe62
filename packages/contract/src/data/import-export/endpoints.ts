import { endpoint } from "../../endpoint.ts";
import type {
  DataJob,
  DataJobByIdRequest,
  DataJobNote,
  DataJobResponse,
  ListDataJobNotesRequest,
  ListDataJobsRequest,
  StartItemExportRequest,
  StartItemExportResponse,
  StartItemImportRequest,
  StartItemImportResponse,
} from "./data-job.ts";

// Porchlight extensions.
export const startItemImport = /* @__PURE__ */ endpoint<StartItemImportRequest, StartItemImportResponse>(
  "POST",
  "/_api/porchlight/v1/data/imports",
);
export const startItemExport = /* @__PURE__ */ endpoint<StartItemExportRequest, StartItemExportResponse>(
  "POST",
  "/_api/porchlight/v1/data/exports",
);
export const listTransfers = /* @__PURE__ */ endpoint<ListDataJobsRequest, { jobs: DataJob[] }>(
  "GET",
  "/_api/porchlight/v1/data/jobs",
);
export const getTransfer = /* @__PURE__ */ endpoint<DataJobByIdRequest, DataJobResponse>(
  "GET",
  "/_api/porchlight/v1/data/jobs/:jobId",
);
export const listTransferNotes = /* @__PURE__ */ endpoint<
  ListDataJobNotesRequest,
  { notes: DataJobNote[]; total: number }
>("GET", "/_api/porchlight/v1/data/jobs/:jobId/notes");
export const cancelTransfer = /* @__PURE__ */ endpoint<DataJobByIdRequest, DataJobResponse>(
  "POST",
  "/_api/porchlight/v1/data/jobs/:jobId/cancel",
);
