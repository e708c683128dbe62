import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApps } from "./apps-store.ts";

/** A registered app. */
export interface AppSummary {
  clientId: string;
  name: string;
  redirectUris: string[];
  origins: string[];
  refreshTokens: "stable" | "rotate";
  /** ISO 8601, UTC. */
  createdDate: string;
}

/**
 * The site's apps, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function listApps(context: ServerContext, caller: Caller): Promise<AppSummary[]> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const apps = await findApps(context.db, context.site.id);
  return apps.map((app) => ({
    clientId: app.id,
    name: app.name,
    redirectUris: app.redirect_uris,
    origins: app.origins,
    refreshTokens: app.refresh_tokens,
    createdDate: app.created_at.toISOString(),
  }));
}
