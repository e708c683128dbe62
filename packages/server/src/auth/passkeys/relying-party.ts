import type { Caller } from "../../platform/context/caller.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { findApp, findApps } from "../apps/apps-store.ts";

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

/**
 * Origins outside of the passkeys' domain whose pages may use them all the same: those of the site's apps. Browsers ask the domain
 * for them; the domain's own pages need no mention. Source: WebAuthn Level 3 §5.11, "Using Web Authentication across related origins".
 */
export async function getRelatedOrigins(context: ServerContext): Promise<{ origins: string[] }> {
  const domain = passkeyDomain(context, await context.settings.read());
  const apps = await findApps(context.db, context.site.id);
  const isForeign = (origin: string) => {
    const { protocol, hostname } = new URL(origin);
    return protocol === "https:" && hostname !== domain && !hostname.endsWith(`.${domain}`);
  };
  return { origins: [...new Set(apps.flatMap(listWebOrigins))].filter(isForeign) };
}
