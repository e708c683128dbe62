import { endpoint } from "../../endpoint.ts";
import type {
  ImportAnswer,
  ImportJob,
  ImportNote,
  KnownImportRequest,
  ListImportNotesRequest,
  ListImportsRequest,
  StartImportRequest,
  UndoneImport,
} from "./import-job.ts";

// Additions of Porchlight.
export const startImport = /* @__PURE__ */ endpoint<StartImportRequest, ImportAnswer>(
  "POST",
  "/_api/porchlight/v1/blog/imports",
);
export const listImports = /* @__PURE__ */ endpoint<ListImportsRequest, { imports: ImportJob[] }>(
  "GET",
  "/_api/porchlight/v1/blog/imports",
);
export const getImport = /* @__PURE__ */ endpoint<KnownImportRequest, ImportAnswer>(
  "GET",
  "/_api/porchlight/v1/blog/imports/:importId",
);
export const listImportNotes = /* @__PURE__ */ endpoint<ListImportNotesRequest, { notes: ImportNote[]; total: number }>(
  "GET",
  "/_api/porchlight/v1/blog/imports/:importId/notes",
);
export const undoImport = /* @__PURE__ */ endpoint<KnownImportRequest, UndoneImport>(
  "POST",
  "/_api/porchlight/v1/blog/imports/:importId/undo",
);
