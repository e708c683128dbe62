import type { ViewField } from "@porchlight/client/data";
import { referencedIds } from "../list/collection-entry.ts";
import type { ValueIssue } from "./field-ranges.ts";
import {
  isEditableStructure,
  isStructured,
  parseStructure,
  type StructuredControl,
  serializeStructure,
} from "./structured-values.ts";
import { readTypedValue, type TypedControl } from "./typed-values.ts";
import { localTime } from "./zone-time.ts";

/** The control of a value. */
export type Control = TypedControl | StructuredControl;

/** Longer texts get a multi-line control. */
const maxLineLength = 120;

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
  ...rest: [timeZone: string, former?: unknown, language?: string]
): { value: unknown } | { issue: ValueIssue } {
  return isStructured(control) ? parseStructure(control, field, typed) : readTypedValue(control, field, typed, ...rest);
}
