import * as imports from "@porchlight/contract/blog/import-endpoints";
import {
  knownImportRequest,
  listImportNotesRequest,
  listImportsRequest,
  startImportRequest,
} from "@porchlight/contract/blog/import-schema";
import { type Area, serve } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { getImport, listImportNotes } from "./get-import.ts";
import { listImports } from "./list-imports.ts";
import { startImport } from "./start-import.ts";
import { undoImport } from "./undo-import.ts";

/** Imports from addresses, for the owner's programs. */
export function importRoutes(area: Area, context: BlogContext): void {
  const admit = { admit: needEditor };
  serve(
    area,
    imports.startImport,
    startImportRequest,
    (caller, request) => startImport(context, caller, request),
    admit,
  );
  serve(
    area,
    imports.listImports,
    listImportsRequest,
    async (caller, { query: { limit = 50 } }) => ({ imports: await listImports(context, caller, { limit }) }),
    admit,
  );
  serve(
    area,
    imports.listImportNotes,
    listImportNotesRequest,
    (caller, { params, query: { limit = 100, offset } }) =>
      listImportNotes(context, caller, params.importId, { limit, offset }),
    admit,
  );
  serve(
    area,
    imports.getImport,
    knownImportRequest,
    async (caller, { params }) => ({ import: await getImport(context, caller, params.importId) }),
    admit,
  );
  serve(
    area,
    imports.undoImport,
    knownImportRequest,
    (caller, { params }) => undoImport(context, caller, params.importId),
    admit,
  );
}
