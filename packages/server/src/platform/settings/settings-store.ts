import { sql } from "kysely";
import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { initialSettings, type SettingName, type SettingValues } from "./settings.ts";

export interface Settings {
  /** Returns all settings, at most a second old. */
  read(): Promise<SettingValues>;
  /** Discards the cache. Call it after a change in this process. */
  invalidate(): void;
}

export function createSettings(db: DbOrTx, siteId: string, now?: () => number): Settings {
  return cacheFor(() => readSettings(db, siteId), now);
}

/** Reads all settings from the database, without a cache. */
export async function readSettings(db: DbOrTx, siteId: string): Promise<SettingValues> {
  const rows = await db.selectFrom("settings").select(["name", "value"]).where("site_id", "=", siteId).execute();
  const values: SettingValues = { ...initialSettings };
  // The table contains only values validated by `parseSetting`.
  for (const { name, value } of rows) if (Object.hasOwn(values, name)) Object.assign(values, { [name]: value });
  return values;
}

/** The settings of the site of an installation, which may not exist yet. */
export async function readMainSettings(db: DbOrTx): Promise<SettingValues> {
  const site = await db
    .selectFrom("sites")
    .select("id")
    .where("staff_of", "is", null)
    .where("url", "is", null)
    .orderBy("created_at")
    .executeTakeFirst();
  return site ? readSettings(db, site.id) : initialSettings;
}

/** A text that changes with every change of a setting. */
export async function readSettingsRevision(db: DbOrTx, siteId: string): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select md5(coalesce(string_agg(concat_ws(' ', name, value, updated_at), ',' order by name), '')) as revision
    from settings where site_id = ${siteId}`.execute(db);
  return rows[0]!.revision;
}

/** Until the end of the transaction, other changes of settings wait. */
export async function lockSettings(tx: DbOrTx, siteId: string): Promise<void> {
  await tx.selectFrom("sites").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
}

/** Settings that also apply to staff accounts, and their names on the staff site. */
const staffSettings: Readonly<Partial<Record<SettingName, SettingName>>> = {
  siteName: "siteName",
  auditDays: "auditDays",
  brand: "brand",
  logo: "logo",
  logoDark: "logoDark",
  language: "language",
  timeZone: "timeZone",
  passkeyDomain: "passkeyDomain",
  passkeyVerification: "passkeyVerification",
  passwordMinLength: "passwordMinLength",
  staffSecondStep: "secondStep",
};

/** Stores a setting of the site, and of its staff site if it applies to staff. */
export async function upsertSetting(
  db: DbOrTx,
  siteId: string,
  name: SettingName,
  value: SettingValues[SettingName],
  at: Date,
): Promise<void> {
  const staffName = staffSettings[name] ?? null;
  await sql`
    insert into settings (site_id, name, value, updated_at)
    select id, case id when ${siteId} then ${name} else ${staffName} end, ${JSON.stringify(value)}::jsonb, ${at}
    from sites where id = ${siteId} or (staff_of = ${siteId} and ${staffName}::text is not null)
    on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}

/** Copies the settings that apply to staff accounts to a new staff site. */
export async function copyStaffSettings(db: DbOrTx, siteId: string, staffSiteId: string): Promise<void> {
  await sql`
    insert into settings (site_id, name, value, updated_at)
    select ${staffSiteId}, ${JSON.stringify(staffSettings)}::jsonb ->> name, value, updated_at
    from settings where site_id = ${siteId} and ${JSON.stringify(staffSettings)}::jsonb ? name
    on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
}
