import type { Db } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Site } from "../server-context.ts";
import type { SettingValues } from "./settings.ts";
import { readSettings, type Settings } from "./settings-store.ts";

const firstSiteName = "Porchlight";

/** The installation's site, made at the first start. */
export async function openSite(db: Db, at: Date): Promise<Site> {
  const site = await findOrAddSite(db, at);
  const { language, timeZone } = await readSettings(db, site.id);
  return { ...site, language, timeZone };
}

/** Settings that give the site the name that the owner has chosen: now, and whenever they are read. */
export async function syncSiteName(db: Db, settings: Settings, site: Site): Promise<Settings> {
  let own = site.name;
  let shown = own;
  const follow = ({ siteName }: SettingValues) => {
    if (site.name !== shown) own = site.name;
    site.name = shown = siteName || own;
  };
  // Past what `settings` keeps: what is changed right after the start counts from the first request on.
  follow(await readSettings(db, site.id));
  return {
    async read() {
      const values = await settings.read();
      follow(values);
      return values;
    },
    invalidate: () => settings.invalidate(),
  };
}

async function findOrAddSite(db: Db, at: Date): Promise<Pick<Site, "id" | "name">> {
  return db.transaction().execute(async (tx) => {
    const find = () =>
      tx.selectFrom("sites").select(["id", "name"]).orderBy("created_at").orderBy("id").executeTakeFirst();
    const found = await find();
    if (found) return found;
    const site = { id: newId(at.getTime()), name: firstSiteName };
    // Two first starts at once on one database: the second waits here, and then finds the first one's site.
    await tx.selectFrom("migrations").select("version").forUpdate().execute();
    const meanwhile = await find();
    if (meanwhile) return meanwhile;
    await tx
      .insertInto("sites")
      .values({ ...site, created_at: at })
      .execute();
    return site;
  });
}

/** Renames the site. Other servers on the same database pick the name up at their next start. */
export async function updateSiteName(db: Db, siteId: string, name: string): Promise<void> {
  await db.updateTable("sites").set({ name }).where("id", "=", siteId).execute();
}
