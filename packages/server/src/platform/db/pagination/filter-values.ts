import { type RawBuilder, sql } from "kysely";
import { isId } from "../ids.ts";
import type { ValueType } from "./query-fields.ts";

/** Source: security requirements §2.9. */
export const filterLimits = {
  depth: 10,
  conditions: 100,
  /** Entries of `$in`, `$hasSome` and `$hasAll`. */
  entries: 1_000,
  /** More entries make a condition on a list field heavy. */
  lightEntries: 100,
  /** Bytes of one text. */
  textBytes: 4 * 1024,
} as const;

/** A valid value of a field, as a SQL parameter; `undefined` if no row can have it. */
export type SqlValue = string | number | boolean | undefined;

/** An invalid value. The message completes a sentence about the field. */
export class InvalidValueError extends Error {
  override readonly name = "UnfitValue";
}

/** A date starts in UTC. A time without a zone is invalid, because it would depend on the server. */
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Whether a text is an ISO date whose day exists: `Date` reads February 30 as March 1 or 2. */
const isCalendarDate = (text: string): boolean =>
  isoDate.test(text) && new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10));

/** @throws {InvalidValueError} if the value is not of `type`, or too long. */
export function parseValue(value: unknown, type: ValueType): SqlValue {
  switch (type) {
    case "text":
      return parseText(value);
    case "uuid": {
      const text = parseText(value);
      return isId(text) ? text : undefined;
    }
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) throw new InvalidValueError("takes a number");
      return value;
    case "boolean":
      if (typeof value !== "boolean") throw new InvalidValueError("takes true or false");
      return value;
    case "date": {
      const date = new Date(typeof value === "string" && isCalendarDate(value) ? value : Number.NaN);
      const year = date.getUTCFullYear();
      // PostgreSQL reads years of four digits and has no year 0.
      if (!(year >= 1 && year <= 9999)) throw new InvalidValueError("takes a date in ISO 8601, with a time zone");
      return date.toISOString();
    }
  }
}

/** @throws {InvalidValueError} */
export function parseText(value: unknown): string {
  if (typeof value !== "string") throw new InvalidValueError("takes a text");
  if (Buffer.byteLength(value) > filterLimits.textBytes) {
    throw new InvalidValueError(`takes a text of at most ${filterLimits.textBytes} bytes`);
  }
  return value;
}

/**
 * Returns the distinct values of a list, and the number of values that no row can have.
 *
 * @throws {InvalidValueError} if it is not a list, too long, or contains an invalid value.
 */
export function parseValues(values: unknown, type: ValueType): { present: SqlValue[]; impossible: number } {
  if (!Array.isArray(values)) throw new InvalidValueError("takes a list");
  if (values.length > filterLimits.entries) {
    throw new InvalidValueError(`takes a list of at most ${filterLimits.entries} values`);
  }
  const read = values.map((value) => parseValue(value, type));
  const present = [...new Set(read.filter((value) => value !== undefined).map(fold))];
  return { present, impossible: read.filter((value) => value === undefined).length };

  function fold(value: string | number | boolean): SqlValue {
    return type === "uuid" ? String(value).toLowerCase() : value;
  }
}

/** Integers keep the type of the columns, so that indexes apply. */
const maxInteger = 2_147_483_647;

function typeName(type: ValueType, values: readonly SqlValue[]): RawBuilder<unknown> {
  switch (type) {
    case "text":
      return sql`text`;
    case "uuid":
      return sql`uuid`;
    case "number": {
      const areIntegers = values.every((value) => Number.isInteger(value) && Math.abs(Number(value)) <= maxInteger);
      return areIntegers ? sql`integer` : sql`double precision`;
    }
    case "boolean":
      return sql`boolean`;
    case "date":
      return sql`timestamptz`;
  }
}

export function boundValue(value: SqlValue, type: ValueType): RawBuilder<unknown> {
  return sql`${value}::${typeName(type, [value])}`;
}

export function boundValues(values: readonly SqlValue[], type: ValueType): RawBuilder<unknown> {
  return sql`${values}::${typeName(type, values)}[]`;
}
