import * as imports from "@porchlight/contract/blog/imports/endpoints";
import {
  knownImportRequest,
  listImportNotesRequest,
  listImportsRequest,
  startImportRequest,
} from "@porchlight/contract/blog/imports/schema";
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
  serve(area, imports.startImport, startImportRequest, (request, input) => startImport(context, request, input), admit);
  serve(
    area,
    imports.listImports,
    listImportsRequest,
    async (request, { query: { limit = 50 } }) => ({ imports: await listImports(context, request, { limit }) }),
    admit,
  );
  serve(
    area,
    imports.listImportNotes,
    listImportNotesRequest,
    (request, { params, query: { limit = 100, offset } }) =>
      listImportNotes(context, request, params.importId, { limit, offset }),
    admit,
  );
  serve(
    area,
    imports.getImport,
    knownImportRequest,
    async (request, { params }) => ({ import: await getImport(context, request, params.importId) }),
    admit,
  );
  serve(
    area,
    imports.undoImport,
    knownImportRequest,
    (request, { params }) => undoImport(context, request, params.importId),
    admit,
  );
}
