import { endpoint } from "../../endpoint.ts";
import type {
  ImportByIdRequest,
  ImportJob,
  ImportNote,
  ImportResponse,
  ListImportNotesRequest,
  ListImportsRequest,
  StartImportRequest,
  UndoImportResponse,
  UploadImportRequest,
  UploadImportResponse,
} from "./import-job.ts";

// Porchlight extensions.
export const startImport = /* @__PURE__ */ endpoint<StartImportRequest, ImportResponse>(
  "POST",
  "/_api/porchlight/v1/blog/imports",
);
export const uploadImport = /* @__PURE__ */ endpoint<UploadImportRequest, UploadImportResponse>(
  "POST",
  "/_api/porchlight/v1/blog/imports/uploads",
);
export const confirmImport = /* @__PURE__ */ endpoint<ImportByIdRequest, ImportResponse>(
  "POST",
  "/_api/porchlight/v1/blog/imports/:importId/confirm",
);
export const cancelImport = /* @__PURE__ */ endpoint<ImportByIdRequest, ImportResponse>(
  "POST",
  "/_api/porchlight/v1/blog/imports/:importId/cancel",
);
export const listImports = /* @__PURE__ */ endpoint<ListImportsRequest, { imports: ImportJob[] }>(
  "GET",
  "/_api/porchlight/v1/blog/imports",
);
export const getImport = /* @__PURE__ */ endpoint<ImportByIdRequest, ImportResponse>(
  "GET",
  "/_api/porchlight/v1/blog/imports/:importId",
);
export const listImportNotes = /* @__PURE__ */ endpoint<ListImportNotesRequest, { notes: ImportNote[]; total: number }>(
  "GET",
  "/_api/porchlight/v1/blog/imports/:importId/notes",
);
export const undoImport = /* @__PURE__ */ endpoint<ImportByIdRequest, UndoImportResponse>(
  "POST",
  "/_api/porchlight/v1/blog/imports/:importId/undo",
);
