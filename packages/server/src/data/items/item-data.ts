import { isSystemField, maxItemBytes, maxItemIdLength } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { describeValue, refusal } from "../data-errors.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";

/** The fields of an item in their stored form. */
export type ItemFields = Record<string, unknown>;

/**
 * Parses an item's data into its stored form: dates normalized, without system fields and without multi-reference
 * fields, whose references have their own table.
 *
 * @throws {Refusal} `ITEM_INVALID` for an invalid `$date`, `WDE0109` above 512 KiB.
 */
export function parseFields(collection: Collection, data: object): ItemFields {
  const fields: ItemFields = {};
  for (const [key, value] of Object.entries(data)) {
    if (isSystemField(key) || collection.fields.get(key)?.type === "MULTI_REFERENCE") continue;
    fields[key] = parseItemValue(value, key);
  }
  requireItemSize(collection, fields);
  return fields;
}

const shortNumber = /\de[+-]/;

/** The digits that PostgreSQL adds to numbers with an exponent: it writes `1e+300` as 301 digits. */
function countExponentZeros(value: unknown): number {
  if (typeof value === "number") return Math.abs(Number(String(value).split("e")[1] ?? 0));
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countExponentZeros(member), 0);
}

/**
 * Hidden fields do not count, since the remaining room would reveal their size.
 *
 * @throws {Refusal} `WDE0109` above 512 KiB.
 */
export function requireItemSize(collection: Collection, fields: ItemFields): void {
  const shown = withoutHidden(collection, fields);
  const text = JSON.stringify(shown);
  const zeros = shortNumber.test(text) ? countExponentZeros(shown) : 0;
  if (Buffer.byteLength(text) + zeros > maxItemBytes) throw new Refusal("WDE0109", { limit: maxItemBytes });
}

/** The id given with an item or in its data. @throws {Refusal} `WDE0007`. */
export function idOf({
  id,
  data,
}: {
  id?: string | null | undefined;
  data: Record<string, unknown>;
}): string | undefined {
  const value = id ?? data["_id"] ?? undefined;
  if (value === undefined) return undefined;
  requireItemId(value);
  return value;
}

/** @throws {Refusal} `WDE0007` unless `value` can be the id of an item. */
export function requireItemId(value: unknown): asserts value is string {
  if (typeof value !== "string" || value === "" || value.length > maxItemIdLength || /\p{Cc}/u.test(value)) {
    const form = `a text of 1 to ${maxItemIdLength} characters without control characters`;
    throw refusal("WDE0007", `The _id has to be ${form}, not [${describeValue(value)}].`);
  }
}

/** A value in its stored form. @throws {Refusal} `ITEM_INVALID`. */
export function parseItemValue(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => parseItemValue(item, path));
  if (Object.hasOwn(value, "$date")) {
    const date = parseDate(value);
    if (date === undefined) {
      throw refusal("ITEM_INVALID", `The date in [${path}] is not {"$date": a date in ISO 8601}.`, { field: path });
    }
    return { $date: date };
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, parseItemValue(member, path)]));
}

/** A day, or an instant with its zone: anything else depends on the server's time zone. */
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The instant of a `{$date}` in the ISO format that sorts, or `undefined`. */
export function parseDate(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return undefined;
  const { $date: text }: { $date?: unknown } = value;
  const date = new Date(
    typeof text === "number" || (typeof text === "string" && isoDate.test(text)) ? text : Number.NaN,
  );
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}
