import type { Db } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Site } from "../server-context.ts";
import type { SettingValues } from "./settings.ts";
import { readSettings, type Settings } from "./settings-store.ts";

const firstSiteName = "Porchlight";

/** Returns the site of the installation, which is created at the first start. */
export async function openSite(db: Db, at: Date): Promise<Site> {
  const site = await findOrAddSite(db, at);
  const { language, timeZone } = await readSettings(db, site.id);
  return { ...site, language, timeZone };
}

/** Wraps settings so that each read applies the setting `siteName` to `site`. */
export async function syncSiteName(db: Db, settings: Settings, site: Site): Promise<Settings> {
  let originalName = site.name;
  let appliedName = originalName;
  const applyName = ({ siteName }: SettingValues) => {
    if (site.name !== appliedName) originalName = site.name;
    site.name = appliedName = siteName || originalName;
  };
  // Bypasses the cache, so that changes right after the start take effect at the first request.
  applyName(await readSettings(db, site.id));
  return {
    async read() {
      const values = await settings.read();
      applyName(values);
      return values;
    },
    invalidate: () => settings.invalidate(),
  };
}

async function findOrAddSite(db: Db, at: Date): Promise<Pick<Site, "id" | "name">> {
  return db.transaction().execute(async (tx) => {
    const find = () =>
      tx
        .selectFrom("sites")
        .select(["id", "name"])
        .where("staff_of", "is", null)
        .orderBy("created_at")
        .orderBy("id")
        .executeTakeFirst();
    const existing = await find();
    if (existing) return existing;
    const site = { id: newId(at.getTime()), name: firstSiteName };
    // Concurrent first starts: the second waits here and then finds the site of the first.
    await tx.selectFrom("migrations").select("version").forUpdate().execute();
    const concurrent = await find();
    if (concurrent) return concurrent;
    await tx
      .insertInto("sites")
      .values({ ...site, created_at: at })
      .execute();
    return site;
  });
}

/** Renames the site. Other servers on the same database use the name from their next start. */
export async function updateSiteName(db: Db, siteId: string, name: string): Promise<void> {
  await db.updateTable("sites").set({ name }).where("id", "=", siteId).execute();
}
