import type { Caller } from "../../platform/context/caller.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { findApp } from "../apps/apps-store.ts";

/** The domain that passkeys belong to: browsers show them on its pages, and on those of the origins that it vouches for. */
export function passkeyDomain(
  { config }: Pick<ServerContext, "config">,
  settings: Pick<SettingValues, "passkeyDomain">,
): string {
  return settings.passkeyDomain || new URL(config.publicUrl).hostname;
}

/** Origins of the pages that passkeys may be used on by this caller: those of the caller's app, or the hosted ones. */
export async function passkeyOrigins(context: ServerContext, caller: Caller): Promise<string[]> {
  if (caller.kind === "hostedPage") return [new URL(context.config.publicUrl).origin];
  const app = "appId" in caller && (await findApp(context.db, context.site.id, caller.appId));
  return app ? listWebOrigins(app) : [];
}

/** Origins of an app's pages, each once; an app of the system has none. */
export function listWebOrigins(app: { origins: string[]; redirect_uris: string[] }): string[] {
  const addresses = [...app.origins, ...app.redirect_uris].filter((address) => /^https?:/i.test(address));
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
