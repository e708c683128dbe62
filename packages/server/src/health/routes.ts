import { getSiteHealth } from "@porchlight/contract/site/endpoints";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { checkInstallation } from "./check-installation.ts";

/** The checks of the installation, for the owner. */
export function siteHealthRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    getSiteHealth,
    z.object({}),
    async ({ caller }) => ({ findings: await checkInstallation(context, caller) }),
    // The checks sign in to other servers.
    { limit: "changesPerIp", authorize: requireOwner },
  );
}
