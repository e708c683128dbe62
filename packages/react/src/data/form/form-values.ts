import type { ViewField } from "@porchlight/client/data";
import { referencedIds } from "../list/collection-entry.ts";
import { inLength, inRange, inSize, type ValueIssue } from "./field-ranges.ts";
import {
  isEditableStructure,
  isStructured,
  parseStructure,
  type StructuredControl,
  serializeStructure,
} from "./structured-values.ts";
import { instantOf, localTime } from "./zone-time.ts";

/** The control of a value; `fixed` values are not editable. */
export type Control =
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
  | "fixed"
  | StructuredControl;

/** Longer texts get a multi-line control. */
const maxLineLength = 120;
const maxUrlLength = 2_000;

/** `TEXT` depends on the length of the value. */
const controls: Record<Exclude<ViewField["type"], "TEXT">, Control> = {
  SLUG: "line",
  LANGUAGE: "line",
  EMAIL: "email",
  URL: "url",
  NUMBER: "number",
  BOOLEAN: "checkbox",
  DATE: "day",
  DATETIME: "moment",
  TIME: "time",
  ARRAY_STRING: "list",
  REFERENCE: "reference",
  PAGE_LINK: "line",
  LEGACY_EXTERNAL_URL: "line",
  LEGACY_TIME: "line",
  LEGACY_BOOK: "line",
  LEGACY_COLOR: "line",
  LEGACY_BROKEN_REFERENCE: "fixed",
  IMAGE: "file",
  MEDIA_IMAGE: "file",
  MEDIA_VECTOR_ART: "file",
  LEGACY_IMAGE: "file",
  VIDEO: "file",
  LEGACY_EXTERNAL_VIDEO: "file",
  AUDIO: "file",
  DOCUMENT: "file",
  ARRAY_DOCUMENT: "files",
  MEDIA_GALLERY: "files",
  MULTI_REFERENCE: "references",
  RICH_CONTENT: "richContent",
  RICH_TEXT: "richText",
  ADDRESS: "address",
  OBJECT: "json",
  ARRAY: "json",
  ANY: "json",
};

/**
 * The control for a field with this value. Values of a mismatched type are not editable, so that they are not
 * corrupted.
 */
export function controlOf(field: ViewField, value: unknown, isNew: boolean): Control {
  if (field.readOnly || (field.immutable && !isNew)) return "fixed";
  const control = usualControl(field, value);
  const isReference = control === "reference" || control === "references";
  if (!control || (isReference && !field.reference)) return "fixed";
  return fitsControl(control, field, value) ? control : "fixed";
}

function usualControl(field: ViewField, value: unknown): Control | undefined {
  if (field.type === "TEXT") return lineOrText(field, value);
  const hasCommas = field.type === "ARRAY_STRING" && Array.isArray(value) && value.some((one) => /,/.test(String(one)));
  return hasCommas ? "lines" : controls[field.type];
}

function lineOrText({ stringLengthRange }: ViewField, value: unknown): Control {
  const isLong = (stringLengthRange?.maxLength ?? 0) > maxLineLength;
  return isLong || (typeof value === "string" && (value.length > maxLineLength || /[\r\n]/.test(value)))
    ? "text"
    : "line";
}

function fitsControl(control: Control, field: ViewField, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (isStructured(control)) return isEditableStructure(control, field, value);
  switch (control) {
    case "number":
      return typeof value === "number";
    case "checkbox":
      return typeof value === "boolean";
    case "day":
    case "moment":
    case "time":
      if (!(value instanceof Date) && (typeof value !== "string" || control === "moment")) return false;
      // A value that the native control cannot represent would be submitted as empty.
      return value === "" || "value" in readTyped(control, field, toTyped(control, value, "en", "UTC"), "UTC");
    case "list":
    case "lines":
      return Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes("\n"));
    case "reference":
      return referencedIds(value).length === 1;
    default:
      return typeof value === "string" && (control === "text" || !/[\r\n]/.test(value));
  }
}

/** A value as its control stores it. */
export function toTyped(control: Control, value: unknown, language: string, timeZone: string): string {
  if (value === undefined || value === null || control === "fixed") return "";
  if (isStructured(control)) return serializeStructure(control, value);
  if (control === "checkbox") return value === true ? "on" : "";
  if (control === "list" || control === "lines") return (value as string[]).join(control === "list" ? ", " : "\n");
  if (control === "reference") return referencedIds(value)[0] ?? "";
  if (control === "number") {
    return (value as number).toLocaleString(language, { useGrouping: false, maximumFractionDigits: 15 });
  }
  if (value instanceof Date) {
    return control === "day" ? value.toISOString().slice(0, 10) : localTime(value, timeZone);
  }
  return String(value).replace(/\r\n?/g, "\n");
}

const numberForm = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/;
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,254}$/;
const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/**
 * Parses an input; `undefined` if empty.
 *
 * @param former The field's value: a date stays a point in time if it was one.
 * @param language Language of the number format.
 */
export function readTyped(
  control: Control,
  field: ViewField,
  typed: string,
  timeZone: string,
  former?: unknown,
  language?: string,
): { value: unknown } | { issue: ValueIssue } {
  if (isStructured(control)) return parseStructure(control, field, typed);
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
      return isWebAddress(text) ? inLength(field, text) : { issue: { key: "data.check.url" } };
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

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S/i.test(text) && text.length <= maxUrlLength && URL.canParse(text);
}
