import type { DbOrTx } from "./db/database.ts";

/** The site's settings, their values and what holds until the owner says otherwise. Source: operator's interface, "Site settings". */
export const settingDefinitions = {
  memberApproval: { values: ["everyone", "owner"], initial: "everyone" },
  emailVerification: { values: ["required", "off"], initial: "required" },
  passwordMinLength: { minimum: 8, maximum: 64, initial: 8 },
} as const;

export type SettingName = keyof typeof settingDefinitions;
export interface SettingValues {
  memberApproval: "everyone" | "owner";
  emailVerification: "required" | "off";
  /** Characters, 8–64. */
  passwordMinLength: number;
}

const initialSettings: SettingValues = {
  memberApproval: settingDefinitions.memberApproval.initial,
  emailVerification: settingDefinitions.emailVerification.initial,
  passwordMinLength: settingDefinitions.passwordMinLength.initial,
};

/** One sentence on why a setting was refused. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** @throws {SettingError} when there is no such setting. */
export function settingName(name: string): SettingName {
  if (Object.hasOwn(settingDefinitions, name)) return name as SettingName;
  throw new SettingError(`There is no setting "${name}". There are: ${Object.keys(settingDefinitions).join(", ")}.`);
}

/** @throws {SettingError} when `text` is not a value of the setting. */
export function parseSetting(name: SettingName, text: string): SettingValues[SettingName] {
  const definition = settingDefinitions[name];
  if ("values" in definition) {
    const value = definition.values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new SettingError(`"${name}" is one of: ${definition.values.join(", ")}.`);
  }
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= definition.minimum && number <= definition.maximum) return number;
  throw new SettingError(`"${name}" is a whole number from ${definition.minimum} to ${definition.maximum}.`);
}

export interface Settings {
  /** All settings, at most a second old: another process may have changed them. */
  read(): Promise<SettingValues>;
}

/** Kept for this long, so that a busy sign-in page does not ask for them each time. */
const freshMs = 1_000;

export function createSettings(db: DbOrTx, siteId: string, now: () => number = () => performance.now()): Settings {
  let kept: { values: Promise<SettingValues>; at: number } | undefined;
  return {
    async read() {
      if (!kept || now() - kept.at > freshMs) {
        const values = readSettings(db, siteId);
        kept = { values, at: now() };
        values.catch(() => (kept = undefined));
      }
      return kept.values;
    },
  };
}

export async function readSettings(db: DbOrTx, siteId: string): Promise<SettingValues> {
  const rows = await db.selectFrom("settings").select(["name", "value"]).where("site_id", "=", siteId).execute();
  const values: SettingValues = { ...initialSettings };
  // Only `writeSetting` fills the table, with values that `parseSetting` has let through.
  for (const { name, value } of rows) if (Object.hasOwn(values, name)) Object.assign(values, { [name]: value });
  return values;
}

export async function writeSetting(
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
