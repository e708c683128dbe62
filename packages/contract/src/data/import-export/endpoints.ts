import { endpoint } from "../../endpoint.ts";
import type {
  KnownTransferRequest,
  ListTransferNotesRequest,
  ListTransfersRequest,
  StartItemExportAnswer,
  StartItemExportRequest,
  StartItemImportAnswer,
  StartItemImportRequest,
  TransferAnswer,
  TransferJob,
  TransferNote,
} from "./data-job.ts";

// Additions of Porchlight.
export const startItemImport = /* @__PURE__ */ endpoint<StartItemImportRequest, StartItemImportAnswer>(
  "POST",
  "/_api/porchlight/v1/data/imports",
);
export const startItemExport = /* @__PURE__ */ endpoint<StartItemExportRequest, StartItemExportAnswer>(
  "POST",
  "/_api/porchlight/v1/data/exports",
);
export const listTransfers = /* @__PURE__ */ endpoint<ListTransfersRequest, { jobs: TransferJob[] }>(
  "GET",
  "/_api/porchlight/v1/data/jobs",
);
export const getTransfer = /* @__PURE__ */ endpoint<KnownTransferRequest, TransferAnswer>(
  "GET",
  "/_api/porchlight/v1/data/jobs/:jobId",
);
export const listTransferNotes = /* @__PURE__ */ endpoint<
  ListTransferNotesRequest,
  { notes: TransferNote[]; total: number }
>("GET", "/_api/porchlight/v1/data/jobs/:jobId/notes");
export const cancelTransfer = /* @__PURE__ */ endpoint<KnownTransferRequest, TransferAnswer>(
  "POST",
  "/_api/porchlight/v1/data/jobs/:jobId/cancel",
);
