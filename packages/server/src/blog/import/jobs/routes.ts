import * as imports from "@porchlight/contract/blog/imports/endpoints";
import {
  importByIdRequest,
  listImportNotesRequest,
  listImportsRequest,
  startImportRequest,
} from "@porchlight/contract/blog/imports/schema";
import { type Area, serve } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { getImport, listImportNotes, listImports } from "./list-imports.ts";
import { startImport } from "./start-import.ts";
import { undoImport } from "./undo-import.ts";

/** Imports from URLs, for programs of the owner. */
export function importRoutes(area: Area, context: BlogContext): void {
  const authorize = { authorize: requireEditor };
  serve(
    area,
    imports.startImport,
    startImportRequest,
    (request, input) => startImport(context, request, input),
    authorize,
  );
  serve(
    area,
    imports.listImports,
    listImportsRequest,
    async (request, { query: { limit = 50 } }) => ({ imports: await listImports(context, request, { limit }) }),
    authorize,
  );
  serve(
    area,
    imports.listImportNotes,
    listImportNotesRequest,
    (request, { params, query: { limit = 100, offset } }) =>
      listImportNotes(context, request, params.importId, { limit, offset }),
    authorize,
  );
  serve(
    area,
    imports.getImport,
    importByIdRequest,
    async (request, { params }) => ({ import: await getImport(context, request, params.importId) }),
    authorize,
  );
  serve(
    area,
    imports.undoImport,
    importByIdRequest,
    (request, { params }) => undoImport(context, request, params.importId),
    authorize,
  );
}
