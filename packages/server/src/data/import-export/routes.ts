import * as transfers from "@porchlight/contract/data/transfer-endpoints";
import * as schema from "@porchlight/contract/data/transfer-schema";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Area, credentialsIn, type RequestContext, serve } from "../../platform/http/serve.ts";
import { countChange } from "../events/count-change.ts";
import { reword } from "../data-errors.ts";
import { cancelTransfer, exportPath, getTransfer, listTransferNotes, listTransfers } from "./get-transfer.ts";
import { sendExportFile } from "./download-file.ts";
import { importPath, startItemExport, startItemImport } from "./start-transfer.ts";
import { takeImportFile } from "./upload-file.ts";

/** Imports and exports of items, for whoever may insert or read them. */
export function transferRoutes(area: Area, deps: Deps): void {
  serve(
    area,
    transfers.startItemImport,
    schema.startItemImportRequest,
    async (caller, request, address) => {
      await countChange(deps, caller, address);
      return startItemImport(deps, caller, request);
    },
    { reword },
  );
  serve(
    area,
    transfers.startItemExport,
    schema.startItemExportRequest,
    async (caller, request, address) => {
      await countChange(deps, caller, address);
      return startItemExport(deps, caller, request);
    },
    { reword },
  );
  serve(area, transfers.listTransfers, schema.listTransfersRequest, (caller, request) =>
    listTransfers(deps, caller, request),
  );
  serve(area, transfers.getTransfer, schema.knownTransferRequest, (caller, request) =>
    getTransfer(deps, caller, request),
  );
  serve(area, transfers.listTransferNotes, schema.listTransferNotesRequest, (caller, request) =>
    listTransferNotes(deps, caller, request),
  );
  serve(area, transfers.cancelTransfer, schema.knownTransferRequest, (caller, request) =>
    cancelTransfer(deps, caller, request),
  );

  // Files are no JSON: no schema reads them, and `serve` cannot.
  const callerOf = async (context: RequestContext): Promise<Caller> => {
    deps.limits.countRead(context.get("address"));
    const caller = await area.guard.authenticate(credentialsIn(context));
    if (caller.kind === "anonymous") throw new Refusal("UNAUTHENTICATED");
    return caller;
  };
  area.app.put(`${importPath}:jobId/file`, async (context) => {
    const address = context.get("address");
    const caller = await callerOf(context);
    await countChange(deps, caller, address);
    context.header("cache-control", "no-store");
    return context.json(await takeImportFile(deps, caller, context.req.param("jobId"), context.req.raw, address));
  });
  area.app.get(`${exportPath}:jobId/file`, async (context) => {
    const { headers, body } = await sendExportFile(deps, await callerOf(context), context.req.param("jobId"));
    return new Response(body, { headers: { ...context.get("headers"), ...headers } });
  });
}
