import * as transfers from "@porchlight/contract/data/transfer-endpoints";
import * as schema from "@porchlight/contract/data/transfer-schema";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type Area, credentialsIn, type HonoContext, serve } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { reword } from "../data-errors.ts";
import { countChange } from "../events/count-change.ts";
import { sendExportFile } from "./download-file.ts";
import { cancelTransfer, exportPath, getTransfer, listTransferNotes, listTransfers } from "./get-transfer.ts";
import { importPath, startItemExport, startItemImport } from "./start-transfer.ts";
import { takeImportFile } from "./upload-file.ts";

/** Imports and exports of items, for whoever may insert or read them. */
export function transferRoutes(area: Area, context: DataContext): void {
  serve(
    area,
    transfers.startItemImport,
    schema.startItemImportRequest,
    async (caller, request, address) => {
      await countChange(context, caller, address);
      return startItemImport(context, caller, request);
    },
    { reword },
  );
  serve(
    area,
    transfers.startItemExport,
    schema.startItemExportRequest,
    async (caller, request, address) => {
      await countChange(context, caller, address);
      return startItemExport(context, caller, request);
    },
    { reword },
  );
  serve(area, transfers.listTransfers, schema.listTransfersRequest, (caller, request) =>
    listTransfers(context, caller, request),
  );
  serve(area, transfers.getTransfer, schema.knownTransferRequest, (caller, request) =>
    getTransfer(context, caller, request),
  );
  serve(area, transfers.listTransferNotes, schema.listTransferNotesRequest, (caller, request) =>
    listTransferNotes(context, caller, request),
  );
  serve(area, transfers.cancelTransfer, schema.knownTransferRequest, (caller, request) =>
    cancelTransfer(context, caller, request),
  );

  // Files are no JSON: no schema reads them, and `serve` cannot.
  const callerOf = async (c: HonoContext): Promise<Caller> => {
    context.limits.countRead(c.get("address"));
    const caller = await area.guard.authenticate(credentialsIn(c));
    if (caller.kind === "anonymous") throw new Refusal("UNAUTHENTICATED");
    return caller;
  };
  area.app.put(`${importPath}:jobId/file`, async (c) => {
    const address = c.get("address");
    const caller = await callerOf(c);
    await countChange(context, caller, address);
    c.header("cache-control", "no-store");
    return c.json(await takeImportFile(context, caller, c.req.param("jobId"), c.req.raw, address));
  });
  area.app.get(`${exportPath}:jobId/file`, async (c) => {
    const { headers, body } = await sendExportFile(context, await callerOf(c), c.req.param("jobId"));
    return new Response(body, { headers: { ...c.get("headers"), ...headers } });
  });
}
