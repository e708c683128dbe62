import type { Caller } from "../../platform/context/caller.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { findApp, findApps } from "../apps/apps-store.ts";

/** The domain that passkeys are bound to. */
export function passkeyDomain(
  { config }: Pick<ServerContext, "config">,
  settings: Pick<SettingValues, "passkeyDomain">,
): string {
  return settings.passkeyDomain || new URL(config.publicUrl).hostname;
}

/** Origins whose pages may use passkeys for this caller: those of the app, or the hosted pages. */
export async function passkeyOrigins(context: ServerContext, caller: Caller): Promise<string[]> {
  if (caller.kind === "hostedPage") return [new URL(context.config.publicUrl).origin];
  const app = "appId" in caller && (await findApp(context.db, context.site.id, caller.appId));
  return app ? listWebOrigins(app) : [];
}

/** The app's web origins, each once. */
function listWebOrigins(app: { origins: string[]; redirect_uris: string[] }): string[] {
  const addresses = [...app.origins, ...app.redirect_uris].filter((address) => /^https?:/i.test(address));
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/**
 * Origins outside the passkeys' domain whose pages may use them: those of the site's apps. Source: WebAuthn Level 3
 * §5.11, "Using Web Authentication across related origins".
 */
export async function getRelatedOrigins(context: ServerContext): Promise<{ origins: string[] }> {
  const domain = passkeyDomain(context, await context.settings.read());
  const apps = await findApps(context.db, context.site.id);
  const isOutsideDomain = (origin: string) => {
    const { protocol, hostname } = new URL(origin);
    return protocol === "https:" && hostname !== domain && !hostname.endsWith(`.${domain}`);
  };
  return { origins: [...new Set(apps.flatMap(listWebOrigins))].filter(isOutsideDomain) };
}
