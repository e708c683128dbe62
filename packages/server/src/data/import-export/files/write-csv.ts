import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { systemFields } from "@porchlight/contract/data/items/item-values";
import type { Collection } from "../../collections/collection.ts";
import { handlerOf } from "../../field-types/field-types.ts";

/** What a spreadsheet takes for the beginning of a formula. Source: OWASP, "CSV Injection". */
const formula = /^'*[=+\-@\t\r]/;

/** A text as a spreadsheet shows it and never runs it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that {@link guarded} was given. */
export const unguarded = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);

/** So that spreadsheets know that it is UTF-8. */
const mark = "\uFEFF";

/** Which fields are columns, in their order: those that were asked for, or all that the collection has. */
export function csvColumns(collection: Collection, fields: readonly string[] | null | undefined): string[] {
  const wanted = fields && fields.length > 0 ? fields : [...collection.fields.keys(), ...systemFields];
  return [...new Set(["_id", ...wanted])];
}

export const csvHeader = (columns: readonly string[]): string =>
  `${mark}${columns.map((name) => cellOf(guarded(name))).join(",")}\r\n`;

/** One item as a line. @param item As the wire has it. */
export function csvLine(collection: Collection, columns: readonly string[], item: Record<string, unknown>): string {
  const held = (key: string) => (Object.hasOwn(item, key) ? item[key] : undefined);
  return `${columns.map((key) => cellOf(textOf(collection.fields.get(key), held(key)))).join(",")}\r\n`;
}

function textOf(field: CollectionField | undefined, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field?.type && handlerOf(field).writesJson) return JSON.stringify(value);
  if (typeof value === "string") return guarded(value);
  if (typeof value === "object" && Object.hasOwn(value, "$date")) return String((value as { $date: string }).$date);
  return JSON.stringify(value);
}

/** Source: RFC 4180 §2.5–2.7. */
const cellOf = (text: string): string => (/[",\r\n;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
