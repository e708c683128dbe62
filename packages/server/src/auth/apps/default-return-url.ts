import type { DbOrTx } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { findAppHomeUrl } from "./app-addresses.ts";
import { findApp } from "./apps-store.ts";
import { siteAppId } from "./site-app.ts";

/** Where a hosted page returns to. */
export interface ReturnTarget {
  name: string;
  url: string;
}

/** The app's own site, else the member site if there is one. */
export async function findReturnTarget(
  db: DbOrTx,
  { site, config }: TxContext,
  appId: string | undefined,
): Promise<ReturnTarget | undefined> {
  // The site's own app is registered even if the member site is not served.
  const isOther = appId !== undefined && isId(appId) && appId !== siteAppId(site.id);
  const app = isOther ? await findApp(db, site.id, appId) : undefined;
  const url = app && findAppHomeUrl(app);
  if (app && url !== undefined) return { name: app.name, url };
  return config.siteUrl === undefined ? undefined : { name: site.name, url: config.siteUrl };
}
