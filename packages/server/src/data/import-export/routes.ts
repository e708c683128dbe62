import * as transfers from "@porchlight/contract/data/import-export/endpoints";
import * as schema from "@porchlight/contract/data/import-export/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Area, credentialsOf, type HonoContext, serve } from "../../platform/http/serve.ts";
import { countChange } from "../count-change.ts";
import type { DataContext } from "../data-context.ts";
import { mapDataError } from "../data-errors.ts";
import { downloadExportFile } from "./download-file.ts";
import { cancelTransfer, exportPath, getTransfer, listTransferNotes, listTransfers } from "./get-transfer.ts";
import { importPath, startItemExport, startItemImport } from "./start-transfer.ts";
import { uploadImportFile } from "./upload-file.ts";

/** Imports and exports of items, for callers who may insert or read them. */
export function transferRoutes(area: Area, context: DataContext): void {
  serve(
    area,
    transfers.startItemImport,
    schema.startItemImportRequest,
    async (request, input) => {
      await countChange(context, request);
      return startItemImport(context, request, input);
    },
    { mapError: mapDataError },
  );
  serve(
    area,
    transfers.startItemExport,
    schema.startItemExportRequest,
    async (request, input) => {
      await countChange(context, request);
      return startItemExport(context, request, input);
    },
    { mapError: mapDataError },
  );
  serve(area, transfers.listTransfers, schema.listDataJobsRequest, (request, input) =>
    listTransfers(context, request, input),
  );
  serve(area, transfers.getTransfer, schema.dataJobByIdRequest, (request, input) =>
    getTransfer(context, request, input),
  );
  serve(area, transfers.listTransferNotes, schema.listDataJobNotesRequest, (request, input) =>
    listTransferNotes(context, request, input),
  );
  serve(area, transfers.cancelTransfer, schema.dataJobByIdRequest, (request, input) =>
    cancelTransfer(context, request, input),
  );

  // `serve` handles JSON bodies only.
  const callerOf = async (c: HonoContext): Promise<Caller> => {
    context.limits.countRead(c.get("address"));
    const caller = await area.guard.authenticate(credentialsOf(c));
    if (caller.kind === "anonymous") throw new Refusal("UNAUTHENTICATED");
    return caller;
  };
  area.app.put(`${importPath}:jobId/file`, async (c) => {
    const request = { caller: await callerOf(c), ip: c.get("address") };
    await countChange(context, request);
    c.header("cache-control", "no-store");
    return c.json(await uploadImportFile(context, request, c.req.param("jobId"), c.req.raw));
  });
  area.app.get(`${exportPath}:jobId/file`, async (c) => {
    const { headers, body } = await downloadExportFile(context, { caller: await callerOf(c) }, c.req.param("jobId"));
    return new Response(body, { headers: { ...c.get("headers"), ...headers } });
  });
}
