import type { ServerContext } from "../../platform/server-context.ts";
import { findApps } from "../apps/apps-store.ts";
import { listWebOrigins, passkeyDomain } from "./relying-party.ts";

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
