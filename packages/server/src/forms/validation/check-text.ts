import type { DateTimeConstraints, StringValidation } from "@porchlight/contract/forms/form-fields";
import { maxTextValueLength, type StringFormat } from "@porchlight/contract/forms/form-values";
import { languageTag } from "@porchlight/contract/wire/value-schema";
import { parseEmailAddress } from "../../members/email-address.ts";
import { isId } from "../../platform/db/ids.ts";
import { matchesPattern } from "./pattern.ts";
import type { Report } from "./value-error.ts";

/** Control characters other than tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that values must not contain
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Checks a text that is not empty. @param now ISO 8601; the value of the limit `$now`. */
export function checkText(value: unknown, rules: StringValidation, now: string, report: Report): undefined {
  const message = rules.errorMessages?.default;
  if (typeof value !== "string") return report("TYPE_ERROR", { type: "string" }, message);
  const { minLength, maxLength, pattern, format = "UNDEFINED", enum: allowed } = rules;
  // By code points, as people count.
  const length = value.length > 2 * maxTextValueLength ? value.length : [...value].length;
  const maximum = Math.min(maxLength ?? maxTextValueLength, maxTextValueLength);
  if (length > maximum) return report("MAX_LENGTH_ERROR", { maxLength: maximum }, message);
  if (minLength != null && length < minLength) return report("MIN_LENGTH_ERROR", { minLength }, message);
  if (controlCharacter.test(value)) return report("FORMAT_ERROR", { reason: "control characters" }, message);
  if (allowed && allowed.length > 0 && !allowed.includes(value))
    return report("NOT_ALLOWED_VALUE_ERROR", undefined, message);
  if (!formats[format](value)) return report("FORMAT_ERROR", { format }, message);
  if (pattern && !matchesPattern(pattern, value))
    return report("PATTERN_ERROR", { pattern }, rules.validationMessages?.pattern ?? message);
  const limits = limitsOf(rules, format);
  if (limits) checkDateLimits(value, limits, now, report, message);
}

const dateText = /^\d{4}-\d\d-\d\d$/;
const timeText = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/;
const dateTimeText = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/;

/** A date of the calendar: February has no 30th. */
function isDate(text: string): boolean {
  const time = dateText.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const isDateTime = (text: string): boolean => isDate(dateTimeText.exec(text)?.[1] ?? "");

/** Source: ITU-T E.164; spaces, dots, hyphens, slashes and brackets may separate digits. */
const phoneText = /^\+?[(]?\d(?:[ ()./-]*\d){2,14}$/;
const hostnameText = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  text.length <= 2_048 && URL.canParse(text) && protocols.includes(new URL(text).protocol);

const formats: Readonly<Record<StringFormat, (text: string) => boolean>> = {
  UNDEFINED: () => true,
  DATE: isDate,
  TIME: (text) => timeText.test(text),
  DATE_TIME: isDateTime,
  DATE_OPTIONAL_TIME: (text) => isDate(text) || isDateTime(text),
  EMAIL: (text) => parseEmailAddress(text) !== undefined,
  URL: (text) => hasProtocol(text, ["http:", "https:"]),
  URI: (text) => hasProtocol(text, ["http:", "https:", "mailto:", "tel:"]),
  UUID: isId,
  PHONE: (text) => phoneText.test(text.trim()),
  HOSTNAME: (text) => hostnameText.test(text),
  COLOR_HEX: (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  CURRENCY: (text) => /^[A-Z]{3}$/.test(text),
  LANGUAGE: (text) => languageTag.safeParse(text).success,
};

function limitsOf(rules: StringValidation, format: StringFormat): DateTimeConstraints | undefined {
  switch (format) {
    case "DATE":
      return rules.dateOptions;
    case "TIME":
      return rules.timeOptions;
    case "DATE_TIME":
      return rules.dateTimeOptions;
    case "DATE_OPTIONAL_TIME":
      return rules.dateOptionalTimeOptions;
    default:
      return undefined;
  }
}

function checkDateLimits(
  value: string,
  { minimum, maximum }: DateTimeConstraints,
  now: string,
  report: Report,
  message: string | null | undefined,
): undefined {
  const limit = (text: string) => (text === "$now" ? now.slice(0, Math.max(value.length, 10)) : text);
  if (minimum && isBefore(value, limit(minimum))) report("MIN_VALUE_ERROR", { minimum: limit(minimum) }, message);
  if (maximum && isBefore(limit(maximum), value)) report("MAX_VALUE_ERROR", { maximum: limit(maximum) }, message);
}

/** Times, and dates without a zone, compare as text. */
function isBefore(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return Number.isNaN(first) || Number.isNaN(second) ? a < b : first < second;
}
