import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { systemFields } from "@porchlight/contract/data/items/item-values";
import type { Collection } from "../../collections/collection.ts";
import { handlerOf } from "../../field-types/field-types.ts";

/** Text that a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". */
const formula = /^'*[=+\-@\t\r]/;

/** Escapes text that a spreadsheet would run as a formula. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Reverses {@link guardFormula}. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

/** Byte order mark, by which spreadsheets recognize UTF-8. */
const bom = "\uFEFF";

/** The columns in order: the requested fields, or all fields. */
export function csvColumns(collection: Collection, fields: readonly string[] | null | undefined): string[] {
  const names = fields && fields.length > 0 ? fields : [...collection.fields.keys(), ...systemFields];
  return [...new Set(["_id", ...names])];
}

export const csvHeader = (columns: readonly string[]): string => `${bom}${csvTextLine(columns)}`;

/** Serializes texts as a line. */
export const csvTextLine = (cells: readonly string[]): string =>
  `${cells.map((text) => cellOf(guardFormula(text))).join(",")}\r\n`;

/** Serializes one item as a line. */
export function csvLine(collection: Collection, columns: readonly string[], item: Record<string, unknown>): string {
  const cellValue = (key: string) => (Object.hasOwn(item, key) ? item[key] : undefined);
  return `${columns.map((key) => cellOf(textOf(collection.fields.get(key), cellValue(key)))).join(",")}\r\n`;
}

function textOf(field: CollectionField | undefined, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field?.type && handlerOf(field).writesJson) return JSON.stringify(value);
  if (typeof value === "string") return guardFormula(value);
  if (typeof value === "object" && Object.hasOwn(value, "$date")) return String((value as { $date: string }).$date);
  return JSON.stringify(value);
}

/** Source: RFC 4180 §2.5–2.7. */
const cellOf = (text: string): string => (/[",\r\n;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
