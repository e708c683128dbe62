import * as imports from "@porchlight/contract/blog/imports/endpoints";
import {
  importByIdRequest,
  listImportNotesRequest,
  listImportsRequest,
  startImportRequest,
  uploadImportRequest,
} from "@porchlight/contract/blog/imports/schema";
import { type Area, serve } from "../../../platform/http/serve.ts";
import { requireEditor, requireOwner } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { getImport, listImportNotes, listImports } from "./list-imports.ts";
import { cancelImport, confirmImport, startImport } from "./start-import.ts";
import { undoImport } from "./undo-import.ts";
import { importPath, storeImportFile, uploadImport } from "./upload-import.ts";

/** Imports from URLs, for editors; from files, for owners. The upload of a file is authorized by its URL. */
export function importRoutes(area: Area, context: BlogContext): void {
  const authorize = { authorize: requireEditor };
  const forOwners = { authorize: requireOwner, limit: "changesPerIp" } as const;
  serve(
    area,
    imports.startImport,
    startImportRequest,
    (request, input) => startImport(context, request, input),
    authorize,
  );
  serve(
    area,
    imports.uploadImport,
    uploadImportRequest,
    (request, input) => uploadImport(context, request, input),
    forOwners,
  );
  serve(
    area,
    imports.confirmImport,
    importByIdRequest,
    (request, { params }) => confirmImport(context, request, params.importId),
    forOwners,
  );
  serve(
    area,
    imports.cancelImport,
    importByIdRequest,
    (request, { params }) => cancelImport(context, request, params.importId),
    forOwners,
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
  // `serve` handles JSON bodies only.
  area.app.put(`${importPath}:importId/file`, async (c) => {
    context.limits.countRead(c.get("address"));
    c.header("cache-control", "no-store");
    return c.json(await storeImportFile(context, c.req.param("importId"), c.req.query("token") ?? "", c.req.raw));
  });
}
