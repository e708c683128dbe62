import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";

/** Host names of the pages at which somebody may sign in for this app: its own, the hosted ones, and those of the member site. */
export async function captchaHosts(
  { db, site, config }: ServerContext,
  appId: string | undefined,
): Promise<Set<string>> {
  const app = appId === undefined ? undefined : await findApp(db, site.id, appId);
  const addresses = [config.publicUrl, config.siteUrl ?? config.publicUrl];
  for (const address of [...(app?.origins ?? []), ...(app?.redirect_uris ?? [])])
    if (/^https?:/i.test(address)) addresses.push(address);
  return new Set(addresses.map((address) => new URL(address).hostname));
}
