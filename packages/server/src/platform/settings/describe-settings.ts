import type { SiteSetting, SiteSettingValue } from "@porchlight/contract/site/site-settings";
import { z } from "zod";
import { settingHelp } from "./setting-schema.ts";
import {
  displaySetting,
  initialSettings,
  isLogoSetting,
  parseSettingName,
  type SettingName,
  type SettingValues,
  settingGroups,
} from "./settings.ts";

/** Settings that decide who gets in, and addresses that people or money are sent to. */
const dangerousSettings: ReadonlySet<string> = new Set([
  ...Object.keys(settingGroups["Sign-in security"]),
  ...Object.keys(settingGroups["Checkout redirects"]),
  "memberApproval",
  "emailVerification",
  "passwordMinLength",
  "hideExisting",
  "ownerEmail",
  "paymentSecret",
]);

/** Whether a change of the setting may weaken the security of the site. */
export const isDangerousSetting = (name: string): boolean => dangerousSettings.has(name);

/** All settings as the API shows them. */
export function describeSettings(values: SettingValues): SiteSetting[] {
  return Object.values(settingGroups).flatMap((group) =>
    Object.entries<z.ZodType>(group).map(([key, schema]) => {
      const name = parseSettingName(key);
      const help = settingHelp.get(schema);
      const isSecret = help?.isSecret === true;
      const shown = toWire(name, values[name]);
      return {
        name,
        ...describeSchema(name, schema),
        ...(isSecret && { kind: "secret" as const }),
        value: isSecret ? null : shown,
        defaultValue: toWire(name, initialSettings[name]),
        isSet: shown !== null && !(Array.isArray(shown) && shown.length === 0),
        isDangerous: isDangerousSetting(name),
      };
    }),
  );
}

function toWire(name: SettingName, value: SettingValues[SettingName]): SiteSettingValue {
  if (value === "" || value === null) return null;
  return Array.isArray(value) ? value : displaySetting(name, value);
}

function describeSchema(
  name: SettingName,
  schema: z.ZodType,
): Pick<SiteSetting, "kind" | "options" | "minimum" | "maximum"> {
  const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (isLogoSetting(name)) return { kind: "image" };
  if (inner instanceof z.ZodEnum) return { kind: "choice", options: inner.options.map(String) };
  const last = inner instanceof z.ZodPipe ? inner.out : inner;
  if (last instanceof z.ZodNumber)
    return { kind: "number", minimum: last.minValue ?? 0, maximum: last.maxValue ?? Number.MAX_SAFE_INTEGER };
  const initial = initialSettings[name];
  if (!Array.isArray(initial)) return { kind: "text" };
  // Only a list of choices is not empty at first.
  return initial.length > 0 ? { kind: "choices", options: [...initial] } : { kind: "list" };
}
