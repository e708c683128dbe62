import { type RawBuilder, sql } from "kysely";

export type ValueType = "text" | "uuid" | "number" | "boolean" | "date";

/** A field with one value per row. */
export interface ScalarField {
  kind: "scalar";
  type: ValueType;
  /** Expression for filters. */
  column: RawBuilder<unknown>;
  /** Expression for sorting, never null; absent if the field is not sortable. */
  sort?: { column: RawBuilder<unknown>; type: RawBuilder<unknown> };
  /** Number of conditions that one on this field counts as. Default: 1. */
  weight?: number;
}

/** A field with any number of values per row. */
export interface ListField {
  kind: "list";
  type: ValueType;
  isEmpty: RawBuilder<boolean>;
  /** @param values SQL array of the field's type. */
  hasSome(values: RawBuilder<unknown>): RawBuilder<boolean>;
  /** @param count Number of distinct values. */
  hasAll(values: RawBuilder<unknown>, count: number): RawBuilder<boolean>;
}

export type QueryField = ScalarField | ListField;

/** Fields by their wire name. A map, so that no name refers to a prototype. */
export type QueryFields = ReadonlyMap<string, QueryField>;

/** Characters of a text that are sorted by and stored in cursors. */
export const sortedCharacters = 200;

/** Text is sorted by code points, so that the order is the same on every PostgreSQL. */
export function textField(column: RawBuilder<unknown>): ScalarField {
  const sorted = sql`"left"(${column}, ${sql.lit(sortedCharacters)}) collate "C"`;
  return { kind: "scalar", type: "text", column, sort: { column: sorted, type: sql`text` } };
}

/** As {@link textField}; rows without a value come first in ascending order. */
export function nullableTextField(column: RawBuilder<unknown>): ScalarField {
  return { ...textField(sql`coalesce(${column}, '')`), column };
}

/**
 * Weight of a condition that reads long texts, counts other rows, or compares long lists. A query may have ten of them.
 */
export const heavyWeight = 10;

/** Text that is too long for sorting. */
export function longTextField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "text", column, weight: heavyWeight };
}

export function uuidField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "uuid", column, sort: { column, type: sql`uuid` } };
}

/** As {@link uuidField}; rows without a value come first in ascending order. */
export function nullableUuidField(column: RawBuilder<unknown>): ScalarField {
  const sorted = sql`coalesce(${column}, '00000000-0000-0000-0000-000000000000'::uuid)`;
  return { kind: "scalar", type: "uuid", column, sort: { column: sorted, type: sql`uuid` } };
}

/** @param column Of type integer. */
export function integerField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "number", column, sort: { column, type: sql`integer` } };
}

/** @param count Number of related rows, of type integer. */
export function countField(count: RawBuilder<number>): ScalarField {
  return { ...integerField(count), weight: heavyWeight };
}

export function booleanField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "boolean", column, sort: { column, type: sql`boolean` } };
}

/** @param column Of type timestamptz, truncated to milliseconds, the precision of callers. */
export function dateField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "date", column, sort: { column, type: sql`timestamptz` } };
}

export function arrayField(column: RawBuilder<unknown>, type: ValueType): ListField {
  return {
    kind: "list",
    type,
    isEmpty: sql<boolean>`cardinality(${column}) = 0`,
    hasSome: (values) => sql<boolean>`${column} && ${values}`,
    hasAll: (values) => sql<boolean>`${column} @> ${values}`,
  };
}

/**
 * Ids in a link table.
 *
 * @param links `from … where …`: the links of a row.
 * @param target Column with the linked id.
 */
export function linksField(links: RawBuilder<unknown>, target: RawBuilder<unknown>): ListField {
  return {
    kind: "list",
    type: "uuid",
    isEmpty: sql<boolean>`not exists (select ${links})`,
    hasSome: (values) => sql<boolean>`exists (select ${links} and ${target} = any(${values}))`,
    hasAll: (values, count) =>
      sql<boolean>`(select count(distinct ${target}) ${links} and ${target} = any(${values})) = ${count}`,
  };
}
