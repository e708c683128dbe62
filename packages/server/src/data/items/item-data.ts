import { isSystemField, maxItemBytes } from "@porchlight/contract/data/items/item-values";
import { Refusal } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal, shown } from "../data-errors.ts";
import { withoutHidden } from "../permissions/hidden-fields.ts";

/** Fields of an item, as they are kept. */
export type ItemFields = Record<string, unknown>;

/**
 * What of an item's data is kept: the fields, dates in one spelling, without what the server sets itself and without fields that refer
 * to many items, whose references stand apart.
 *
 * @throws {Refusal} `ITEM_INVALID` for a `$date` that is none, `WDE0109` beyond 512 KiB.
 */
export function readFields(collection: Collection, data: object): ItemFields {
  const fields: ItemFields = {};
  for (const [key, value] of Object.entries(data)) {
    if (isSystemField(key) || collection.fields.get(key)?.type === "MULTI_REFERENCE") continue;
    fields[key] = readItemValue(value, key);
  }
  needRoom(collection, fields);
  return fields;
}

const shortNumber = /\de[+-]/;

/** How many more digits the database writes of numbers that have an exponent here: of `1e+300` it writes all 301. */
function zerosIn(value: unknown): number {
  if (typeof value === "number") return Math.abs(Number(String(value).split("e")[1] ?? 0));
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, held) => sum + zerosIn(held), 0);
}

/**
 * Refuses what is too large for an item. What is hidden from the caller does not count: what fits beside it would tell its size.
 *
 * @throws {Refusal} `WDE0109` beyond 512 KiB.
 */
export function needRoom(collection: Collection, fields: ItemFields): void {
  const shown = withoutHidden(collection, fields);
  const text = JSON.stringify(shown);
  const zeros = shortNumber.test(text) ? zerosIn(shown) : 0;
  if (Buffer.byteLength(text) + zeros > maxItemBytes) throw new Refusal("WDE0109", { limit: maxItemBytes });
}

/** The id that an item brings, beside its data or in it. @throws {Refusal} `WDE0007`. */
export function idOf({
  id,
  data,
}: {
  id?: string | null | undefined;
  data: Record<string, unknown>;
}): string | undefined {
  const given = id ?? data["_id"] ?? undefined;
  if (given === undefined) return undefined;
  if (typeof given !== "string" || given === "" || given.length > 256 || /\p{Cc}/u.test(given)) {
    throw refusal("WDE0007", `The _id has to be a text of 1 to 256 characters, not [${shown(given)}].`);
  }
  return given;
}

/**
 * A value as items keep it.
 *
 * @throws {Refusal} `ITEM_INVALID`.
 */
export function readItemValue(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => readItemValue(item, path));
  if (Object.hasOwn(value, "$date")) {
    const date = readDate(value);
    if (date === undefined) {
      throw refusal("ITEM_INVALID", `The date in [${path}] is not {"$date": a date in ISO 8601}.`, { field: path });
    }
    return { $date: date };
  }
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, readItemValue(held, path)]));
}

/** A day alone, or an instant with its zone: anything else means another instant on every server. */
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The instant that `{$date}` stands for, in the one spelling that sorts; `undefined` when it is none. */
export function readDate(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return undefined;
  const text = (value as { $date?: unknown }).$date;
  const date = new Date(
    typeof text === "number" || (typeof text === "string" && isoDate.test(text)) ? text : Number.NaN,
  );
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}
