import { type CheckoutIntent, callbackNames, checkoutIntents } from "@porchlight/contract/redirects/redirect-session";
import type { DbOrTx } from "./db/database.ts";
import { type Language, languages } from "./texts.ts";

/** The site's settings, their values and what holds until the owner says otherwise. Source: operator's interface, "Site settings". */
export const settingDefinitions = {
  memberApproval: { values: ["everyone", "owner"], initial: "everyone" },
  emailVerification: { values: ["required", "off"], initial: "required" },
  passwordMinLength: { minimum: 8, maximum: 64, initial: 8 },
  hideExisting: { values: ["off", "hosted", "on"], initial: "hosted" },
  language: { values: languages, initial: "en" },
  ...checkoutSettings(),
} as const;

/** Where each kind of checkout leads: an address with places such as `{checkoutId}`, or nothing. */
type CheckoutSetting = `${CheckoutIntent}Url`;

function checkoutSettings(): Record<CheckoutSetting, { places: readonly string[]; initial: "" }> {
  const entries = Object.entries(checkoutIntents).map(([intent, told]) => [
    `${intent}Url`,
    { places: [...told, ...callbackNames], initial: "" },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof checkoutSettings>;
}

export type SettingName = keyof typeof settingDefinitions;
export interface SettingValues extends Record<CheckoutSetting, string> {
  memberApproval: "everyone" | "owner";
  emailVerification: "required" | "off";
  /** Characters, 8–64. */
  passwordMinLength: number;
  /** Where a sign-up keeps to itself that there is an account with this e-mail: nowhere, at the hosted pages, or in the API too. */
  hideExisting: "off" | "hosted" | "on";
  /** Of the site's pages, and of mails to whom no other is known of. Counts from a server's start. */
  language: Language;
}

const initialSettings = Object.fromEntries(
  Object.entries(settingDefinitions).map(([name, { initial }]) => [name, initial]),
) as unknown as SettingValues;

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
  if ("places" in definition) return text === "off" ? "" : parseTemplate(name, text, definition.places);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= definition.minimum && number <= definition.maximum) return number;
  throw new SettingError(`"${name}" is a whole number from ${definition.minimum} to ${definition.maximum}.`);
}

function parseTemplate(name: SettingName, text: string, places: readonly string[]): string {
  const unknown = [...text.matchAll(/\{([^}]*)\}?/g)].find(
    ([place]) => !places.some((known) => place === `{${known}}`),
  );
  if (unknown) {
    const known = places.map((place) => `{${place}}`).join(" ");
    throw new SettingError(`"${name}" has no place ${unknown[0]}. It takes: ${known}.`);
  }
  const url = URL.parse(text.replace(/\{\w+\}/g, "x"));
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0];
  const isLoopback = url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (
    url &&
    origin &&
    !origin.includes("{") &&
    !url.username &&
    !url.password &&
    (url.protocol === "https:" || isLoopback)
  )
    return text;
  throw new SettingError(
    `"${name}" is a full https address, like https://shop.example/checkout?id=${places[0] ? `{${places[0]}}` : ""}, or off.`,
  );
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
