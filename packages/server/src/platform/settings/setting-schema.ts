import { callbackNames } from "@porchlight/contract/redirects/redirect-session";
import { z } from "zod";
import { findTemplateProblem } from "./setting-formats.ts";

/** An image stored by `uploadLogo`. */
export interface LogoImage {
  /** Id in the media store. */
  id: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Documentation of a setting. Texts are Markdown; links are relative to `docs/reference`. */
export interface SettingHelp {
  values: string;
  meaning: string;
  /** Stored encrypted and never shown. */
  isSecret?: boolean;
}

/** Documentation of the settings in `settingGroups`. */
export const settingHelp = z.registry<SettingHelp>();

/** A setting with one of several values. */
export function choice<const Value extends string>(values: readonly Value[], initial: NoInfer<Value>, meaning: string) {
  return z
    .enum(values, `must be one of: ${values.join(", ")}.`)
    .default(initial)
    .register(settingHelp, { values: values.map((value) => `\`${value}\``).join(", "), meaning });
}

/** A setting with a whole number. */
export function integer(minimum: number, maximum: number, initial: number, meaning: string) {
  const message = `must be an integer from ${minimum} to ${maximum}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message))
    .default(initial)
    .register(settingHelp, { values: `${minimum} to ${maximum}`, meaning });
}

/** A setting for which the text `off` means `empty`, which is also its initial value. */
export function offOr<Value extends string | string[]>(
  empty: NoInfer<Value>,
  schema: z.ZodType<Value, string>,
  help: SettingHelp,
) {
  const off = z.literal("off").transform((): Value => empty);
  return z
    .union([off, schema], {
      error: ({ errors }) => (Array.isArray(errors) ? errors[1]?.[0]?.message : undefined),
    })
    .prefault("off")
    .register(settingHelp, help);
}

/** A setting with some of several values, at first all, in the order of `values`. */
export function choices<const Value extends string>(values: readonly [Value, ...Value[]], meaning: string) {
  const find = (item: string) => values.find((value) => value.toLowerCase() === item.toLowerCase()) ?? item;
  return z
    .string()
    .transform((text) => text.split(",").map((item) => find(item.trim())))
    .pipe(z.array(z.enum(values, `must be a comma-separated list of: ${values.join(", ")}.`)))
    .transform((chosen): Value[] => values.filter((value) => chosen.some((one) => one === value)))
    .default([...values])
    .register(settingHelp, { values: `a list of \`${values.join("`, `")}\``, meaning });
}

/** A setting with a key of a captcha provider. */
export function captchaKey(purpose: string, help: Pick<SettingHelp, "isSecret"> = {}) {
  const key = z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be the key of the provider, without spaces, or off.");
  const meaning = help.isSecret
    ? `the provider's secret key ${purpose}. Stored encrypted and never shown again`
    : `the provider's site key ${purpose}`;
  return offOr("", key, { values: "text, or `off`", meaning, ...help });
}

/** Values are stored by `uploadLogo`; as text, only `off` is valid. */
export function logoImage(meaning: string) {
  return z
    .literal("off", "must be the path of a PNG, JPEG or WebP, or off.")
    .transform((): LogoImage | null => null)
    .default(null)
    .register(settingHelp, { values: "the path of a PNG, JPEG, or WebP, or `off`", meaning });
}

/** A setting with the URL of a checkout page. */
export function checkoutUrl(names: readonly string[]) {
  const placeholders = [...names, ...callbackNames];
  const template = z.string().superRefine((text, context) => {
    const problem = findTemplateProblem(text, placeholders);
    if (problem) context.addIssue(problem);
  });
  return offOr("", template, {
    values: "an https URL, or `off`",
    meaning: `may contain ${names.map((name) => `\`{${name}}\``).join(", ")}`,
  });
}
