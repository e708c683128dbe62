import type { DbOrTx } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { findAppHomeUrl } from "./app-addresses.ts";
import { findApp } from "./apps-store.ts";
import { siteAppId } from "./site-app.ts";

/** Where somebody comes from, and is led back to. */
export interface ReturnTarget {
  name: string;
  url: string;
}

/** Where an app is, as far as its addresses tell, or else the member site, when there is one. */
export async function findReturnTarget(
  db: DbOrTx,
  { site, config }: TxContext,
  appId: string | undefined,
): Promise<ReturnTarget | undefined> {
  // The site's own app is registered also where the site itself is not served.
  const isOther = appId !== undefined && isId(appId) && appId !== siteAppId(site.id);
  const app = isOther ? await findApp(db, site.id, appId) : undefined;
  const url = app && findAppHomeUrl(app);
  if (app && url !== undefined) return { name: app.name, url };
  return config.siteUrl === undefined ? undefined : { name: site.name, url: config.siteUrl };
}
