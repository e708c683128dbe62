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

export async function upsertSetting(
  db: DbOrTx,
  siteId: string,
  name: SettingName,
  value: SettingValues[SettingName],
  at: Date,
): Promise<void> {
  await db
    .insertInto("settings")
    .values({ site_id: siteId, name, value: JSON.stringify(value), updated_at: at })
    .onConflict((conflict) =>
      conflict.columns(["site_id", "name"]).doUpdateSet({ value: JSON.stringify(value), updated_at: at }),
    )
    .execute();
}
