import type { ViewField } from "@porchlight/client/data";
import { inLength, inRange, inSize, type ValueIssue } from "./field-ranges.ts";
import { instantOf } from "./zone-time.ts";

/** The control of a value that is not structured; `fixed` values are not editable. */
export type TypedControl =
  | "line"
  | "text"
  | "email"
  | "url"
  | "number"
  | "checkbox"
  | "day"
  | "moment"
  | "time"
  | "list"
  | "lines"
  | "reference"
  | "fixed";

const maxUrlLength = 2_000;

const numberForm = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/;
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,254}$/;
const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/**
 * Parses an input; `undefined` if empty.
 *
 * @param former The field's value: a date stays a point in time if it was one.
 * @param language Language of the number format.
 */
export function readTypedValue(
  control: TypedControl,
  field: ViewField,
  typed: string,
  timeZone: string,
  former?: unknown,
  language?: string,
): { value: unknown } | { issue: ValueIssue } {
  const text = control === "text" ? typed.replace(/\r\n/g, "\n") : typed.trim();
  if (control === "checkbox") return { value: typed === "on" };
  if (text === "" || (control === "list" && tagsOf(text, /[,\n]/).length === 0)) {
    if (!field.required) return { value: undefined };
    return { issue: { key: control === "reference" ? "data.check.chosen" : "data.check.required" } };
  }
  switch (control) {
    case "number": {
      const digits = ungrouped(text, language);
      return numberForm.test(digits)
        ? inRange(field, Number(digits.replace(",", ".")))
        : { issue: { key: "data.check.number" } };
    }
    case "email":
      return emailForm.test(text) ? inLength(field, text) : { issue: { key: "data.check.email" } };
    case "url":
      return isUrl(text) ? inLength(field, text) : { issue: { key: "data.check.url" } };
    case "time":
      return timeForm.test(text) ? { value: text } : { issue: { key: "data.check.time" } };
    case "day": {
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
      if (!day || day.toString() === "Invalid Date") return { issue: { key: "data.check.date" } };
      return { value: former instanceof Date ? day : text };
    }
    case "moment": {
      const moment = instantOf(text, timeZone);
      return moment ? { value: moment } : { issue: { key: "data.check.date" } };
    }
    case "list":
      return inSize(field, tagsOf(text, /[,\n]/));
    case "lines":
      return inSize(field, tagsOf(text, /\n/));
    default:
      return inLength(field, text);
  }
}

/** Removes the language's grouping separators from a number if unambiguous. */
function ungrouped(text: string, language: string | undefined): string {
  const sign = (1e4).toLocaleString(language)[2]!;
  const parts = text.split(sign);
  const isGrouped = /^[+-]?[1-9]\d{0,2}$/.test(parts[0]!) && parts.slice(1).every((part) => /^\d{3}(?!\d)/.test(part));
  return isGrouped ? parts.join("") : text;
}

const tagsOf = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

function isUrl(text: string): boolean {
  return /^https?:\/\/\S/i.test(text) && text.length <= maxUrlLength && URL.canParse(text);
}
