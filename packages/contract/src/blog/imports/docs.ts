import type { EndpointDocs } from "../../endpoint-docs.ts";
import { importNotesResponse, importResponse, listImportsResponse, undoImportResponse } from "./schema.ts";

const importId = { params: { importId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const forEditors = "For programs with an API key of role `editor` or `admin`.";
const job = { description: "How far the import is.", schema: importResponse };

export const importDocs = {
  startImport: {
    summary: "Import a blog from an address",
    description: `A feed (RSS, Atom), an export of WordPress or Ghost, or a page that names its feed. The server carries it out; one of the same address that failed is taken up where it was. Private addresses are refused. ${forEditors}`,
    response: job,
    example: { body: { url: "https://blog.example/feed.xml" } },
  },
  listImports: {
    summary: "List imports",
    description: `The latest first. ${forEditors}`,
    response: { description: "Imports.", schema: listImportsResponse },
    example: { query: { limit: 20 } },
  },
  getImport: {
    summary: "See how far an import is",
    description: forEditors,
    response: job,
    errors: ["IMPORT_NOT_FOUND"],
    example: importId,
  },
  listImportNotes: {
    summary: "List what an import could not carry over",
    description: `With its place. ${forEditors}`,
    response: { description: "In the order in which the import came to it.", schema: importNotesResponse },
    errors: ["IMPORT_NOT_FOUND"],
    example: { ...importId, query: { limit: 100 } },
  },
  undoImport: {
    summary: "Undo an import",
    description: `Removes what it made and nobody has changed since, and tells what it left. ${forEditors}`,
    response: { description: "What is gone, and what is left.", schema: undoImportResponse },
    errors: ["IMPORT_NOT_FOUND", "IMPORT_STATUS_CONFLICT"],
    example: importId,
  },
} satisfies Record<string, EndpointDocs>;
