import * as site from "@porchlight/contract/site/endpoints";
import { backupByIdRequest } from "@porchlight/contract/site/schema";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import {
  backupPath,
  createBackupLink,
  deleteBackup,
  downloadBackup,
  listBackups,
  requestBackup,
} from "./manage-backups.ts";

const nothing = z.object({});

/** Backups of the installation, for owners. A download is authorized by its link. */
export function backupRoutes(area: Area, context: ServerContext): void {
  const change = { limit: "changesPerIp", authorize: requireOwner } as const;
  const dangerous = { ...change, isDangerous: true } as const;
  serve(area, site.listBackups, nothing, ({ caller }) => listBackups(context, caller), { authorize: requireOwner });
  serve(area, site.createBackup, nothing, ({ caller }) => requestBackup(context, caller), change);
  serve(
    area,
    site.deleteBackup,
    backupByIdRequest,
    async ({ caller }, { params }) => {
      await deleteBackup(context, caller, params.id);
      return {};
    },
    dangerous,
  );
  serve(
    area,
    site.createBackupDownloadLink,
    backupByIdRequest,
    ({ caller }, { params }) => createBackupLink(context, caller, params.id),
    dangerous,
  );
  area.app.get(`${backupPath}/:id/file`, async (c) => {
    context.limits.countRead(c.get("address"));
    const { headers, open } = await downloadBackup(context, c.req.param("id"), c.req.query("token") ?? "");
    const body = c.req.method === "HEAD" ? null : await open(c.req.raw.signal);
    return new Response(body, { headers: { ...c.get("headers"), ...headers } });
  });
}
