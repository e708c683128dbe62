import type { EndpointDocs } from "../../endpoint-docs.ts";
import { importNotesResponse, importResponse, listImportsResponse, undoImportResponse } from "./schema.ts";

const importId = { params: { importId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const job = { description: "The progress of the import.", schema: importResponse };

export const importDocs = {
  startImport: {
    summary: "Import a blog from a URL",
    description: `A feed (RSS, Atom), an export of WordPress or Ghost, or a page that links to its feed. The server runs the import; a failed import of the same URL is resumed. Private addresses are rejected. ${forEditors}`,
    response: job,
    example: { body: { url: "https://blog.example/feed.xml" } },
  },
  listImports: {
    summary: "List imports",
    description: `Newest first. ${forEditors}`,
    response: { description: "Imports.", schema: listImportsResponse },
    example: { query: { limit: 20 } },
  },
  getImport: {
    summary: "Get the progress of an import",
    description: forEditors,
    response: job,
    errors: ["IMPORT_NOT_FOUND"],
    example: importId,
  },
  listImportNotes: {
    summary: "List the notes of an import",
    description: `With file and line. ${forEditors}`,
    response: { description: "Notes in the order of the import.", schema: importNotesResponse },
    errors: ["IMPORT_NOT_FOUND"],
    example: { ...importId, query: { limit: 100 } },
  },
  undoImport: {
    summary: "Undo an import",
    description: `Removes what it created and what has not been changed since, and reports what it left. ${forEditors}`,
    response: { description: "What was removed and what was left.", schema: undoImportResponse },
    errors: ["IMPORT_NOT_FOUND", "IMPORT_STATUS_CONFLICT"],
    example: importId,
  },
} satisfies Record<string, EndpointDocs>;
