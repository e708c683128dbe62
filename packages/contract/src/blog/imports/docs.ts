import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  importNotesResponse,
  importResponse,
  listImportsResponse,
  undoImportResponse,
  uploadImportResponse,
} from "./schema.ts";

const importId = { params: { importId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const forOwners = "For staff of role owner.";
const job = { description: "The progress of the import.", schema: importResponse };

export const importDocs = {
  startImport: {
    summary: "Import a blog from a URL",
    description: `A feed (RSS, Atom), an export of WordPress or Ghost, or a page that links to its feed. The server runs the import; a failed import of the same URL is resumed. Private addresses are rejected. With \`dryRun\` it only checks the source. ${forEditors}`,
    response: job,
    errors: ["NOT_ALLOWED"],
    example: { body: { url: "https://blog.example/feed.xml" } },
  },
  uploadImport: {
    summary: "Import a blog from a file",
    description: `An export of WordPress or Ghost, a feed, or a ZIP archive with one of them, a site in Markdown, or an export of Porchlight. Returns the URL for the file, to be sent with \`PUT\` within an hour: up to 1 GiB. The server checks the file without storing anything; \`confirmImport\` starts the import. The file is deleted when the import has ended, and an unconfirmed import after a day. ${forOwners}`,
    response: { description: "The import, and the URL for its file.", schema: uploadImportResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { filename: "blog.xml" } },
  },
  confirmImport: {
    summary: "Start a checked import",
    description: `Stores what the check has read. ${forOwners}`,
    response: job,
    errors: ["NOT_ALLOWED", "IMPORT_NOT_FOUND", "IMPORT_STATUS_CONFLICT"],
    example: importId,
  },
  cancelImport: {
    summary: "Cancel an import",
    description: `Ends an unfinished import and deletes its file. Posts that it has stored stay until it is undone. ${forOwners}`,
    response: job,
    errors: ["NOT_ALLOWED", "IMPORT_NOT_FOUND", "IMPORT_STATUS_CONFLICT"],
    example: importId,
  },
  listImports: {
    summary: "List imports",
    description: `Newest first. ${forEditors}`,
    response: { description: "Imports.", schema: listImportsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { limit: 20 } },
  },
  getImport: {
    summary: "Get the progress of an import",
    description: forEditors,
    response: job,
    errors: ["NOT_ALLOWED", "IMPORT_NOT_FOUND"],
    example: importId,
  },
  listImportNotes: {
    summary: "List the notes of an import",
    description: `With file and line. ${forEditors}`,
    response: { description: "Notes in the order of the import.", schema: importNotesResponse },
    errors: ["NOT_ALLOWED", "IMPORT_NOT_FOUND"],
    example: { ...importId, query: { limit: 100 } },
  },
  undoImport: {
    summary: "Undo an import",
    description: `Removes what it created and what has not been changed since, and reports what it left. ${forEditors}`,
    response: { description: "What was removed and what was left.", schema: undoImportResponse },
    errors: ["NOT_ALLOWED", "IMPORT_NOT_FOUND", "IMPORT_STATUS_CONFLICT"],
    example: importId,
  },
} satisfies Record<string, EndpointDocs>;
