import { sql } from "kysely";
import type { Db, DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import type { Site } from "../server-context.ts";
import type { SettingValues } from "./settings.ts";
import { readSettings, type Settings } from "./settings-store.ts";

const firstSiteName = "Porchlight";

/** A site of the installation. */
export interface SiteRow {
  id: string;
  name: string;
  /** Null for the main site, whose URL is `PUBLIC_URL`. */
  url: string | null;
  /** Sender of its emails. Default: that of the installation. */
  mailFrom: string | null;
  /** Its secret key, encrypted with that of the installation. Null if it is derived from that. */
  secretKey: Buffer | null;
}

/** Host name and port of a URL, without the default port of either scheme: a proxy may have changed the scheme. */
export const hostOf = (url: string): string => new URL(url).host.replace(/:(?:80|443)$/, "");

const siteColumns = ["id", "name", "url", "mail_from as mailFrom", "secret_key as secretKey"] as const;

/** The settings that {@link Site} contains. */
export async function toSite(db: Db, { id, name, url }: SiteRow): Promise<Site> {
  const { language, languages, timeZone } = await readSettings(db, id);
  return { id, name, language, languages, timeZone, isMain: url === null };
}

/**
 * The sites of the installation, the main site first.
 *
 * @param includesRemoved Also those that are being removed.
 */
export async function findSites(db: DbOrTx, includesRemoved = false): Promise<SiteRow[]> {
  return db
    .selectFrom("sites")
    .select(siteColumns)
    .where("staff_of", "is", null)
    .$if(!includesRemoved, (query) => query.where("removed_at", "is", null))
    .orderBy(sql`url is not null`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Wraps settings so that each read applies the name, languages, and time zone in them to `site`. */
export async function syncSite(db: Db, settings: Settings, site: Site): Promise<Settings> {
  let originalName = site.name;
  let appliedName = originalName;
  const apply = ({ siteName, language, languages, timeZone }: SettingValues) => {
    if (site.name !== appliedName) originalName = site.name;
    site.name = appliedName = siteName || originalName;
    Object.assign(site, { language, languages, timeZone });
  };
  // Bypasses the cache, so that changes right after the start take effect at the first request.
  apply(await readSettings(db, site.id));
  return {
    async read() {
      const values = await settings.read();
      apply(values);
      return values;
    },
    invalidate: () => settings.invalidate(),
  };
}

/** The images and files of a site. */
export async function findMediaIds(db: DbOrTx, siteId: string): Promise<string[]> {
  const rows = await db.selectFrom("media_files").select("id").where("site_id", "=", siteId).execute();
  return rows.map(({ id }) => id);
}

/** Whether there is a site, or staff site, that is not removed. */
export async function hasSite(db: DbOrTx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from sites s left join sites m on m.id = s.staff_of
    where s.id = ${id} and s.removed_at is null and m.removed_at is null`.execute(db);
  return rows.length > 0;
}

/** Lets concurrent calls add sites one after the other. */
export async function lockSites(tx: DbOrTx): Promise<void> {
  await tx.selectFrom("migrations").select("version").forUpdate().execute();
}

/** Adds a site. */
export async function insertSite(tx: DbOrTx, { mailFrom, secretKey, ...site }: SiteRow, at: Date): Promise<void> {
  await tx
    .insertInto("sites")
    .values({ ...site, mail_from: mailFrom, secret_key: secretKey, created_at: at })
    .execute();
}

/** Changes a site. Running servers open it again. */
export async function updateSite(
  db: DbOrTx,
  id: string,
  change: { name?: string; url?: string | null; mail_from?: string | null; removed_at?: Date },
): Promise<void> {
  await db.updateTable("sites").set(change).where("id", "=", id).execute();
}

/** Returns the main site of the installation, which is created at the first start. */
export async function findOrAddSite(db: Db, at: Date): Promise<SiteRow> {
  return db.transaction().execute(async (tx) => {
    const find = () =>
      tx
        .selectFrom("sites")
        .select(siteColumns)
        .where("staff_of", "is", null)
        .where("url", "is", null)
        .orderBy("created_at")
        .orderBy("id")
        .executeTakeFirst();
    const existing = await find();
    if (existing) return existing;
    const site = { id: newId(at.getTime()), name: firstSiteName };
    // Concurrent first starts: the second waits here and then finds the site of the first.
    await lockSites(tx);
    const concurrent = await find();
    if (concurrent) return concurrent;
    await tx
      .insertInto("sites")
      .values({ ...site, created_at: at })
      .execute();
    return { ...site, url: null, mailFrom: null, secretKey: null };
  });
}

/** Renames the site. Other servers on the same database use the name from their next start. */
export async function updateSiteName(db: Db, siteId: string, name: string): Promise<void> {
  await db.updateTable("sites").set({ name }).where("id", "=", siteId).execute();
}

/**
 * Starts a check for a new version unless there was one after `since`. Several nodes may call it.
 *
 * @returns Whether to check.
 */
export async function startUpdateCheck(
  db: Db,
  siteId: string,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into update_checks as former (site_id, checked_at) values (${siteId}, ${at})
    on conflict (site_id) do update set checked_at = excluded.checked_at
    where former.checked_at <= ${since}`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores the newest version. */
export async function updateNewestVersion(db: Db, siteId: string, version: string): Promise<void> {
  await db.updateTable("update_checks").set({ version }).where("site_id", "=", siteId).execute();
}

/** The newest version at the last check that received one. */
export async function findNewestVersion(db: Db, siteId: string): Promise<string | undefined> {
  const row = await db.selectFrom("update_checks").select("version").where("site_id", "=", siteId).executeTakeFirst();
  return row?.version ?? undefined;
}
