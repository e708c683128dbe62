import * as server from "@porchlight/server/operations";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface CreateAppOptions extends CommonOptions {
  name: string;
  redirectUri: string[];
  origin?: string[];
  refreshTokens: "rotate" | "stable";
}

/** `porchlight app create` */
export async function createApp(io: Io, options: CreateAppOptions): Promise<void> {
  const { name, redirectUri: redirectUris, origin: origins = [], refreshTokens } = options;
  const app = { name, redirectUris, origins, refreshTokens };
  const create = (context: server.AppContext) => server.createApp(context, owner, app);
  const { clientId, siteId } = await withOperator(io, options, create, { begins: true });
  printResult(io, { clientId, siteId }, `Client id  ${clientId}\nSite id    ${siteId}`);
}

/** `porchlight app list` */
export async function listApps(io: Io, options: CommonOptions): Promise<void> {
  const apps = await withOperator(io, options, (context) => server.listApps(context, owner));
  const rows = apps.map((app) => [
    app.clientId,
    app.name,
    app.refreshTokens,
    app.redirectUris.join(" "),
    app.origins.join(" "),
  ]);
  printResult(io, { apps }, formatTable(["client id", "name", "refresh tokens", "redirect URIs", "origins"], rows));
}
