import { type RawBuilder, sql } from "kysely";

/** What a value in a filter has to be. */
export type ValueType = "text" | "uuid" | "number" | "boolean" | "date";

/** A field with one value per row. */
export interface ScalarField {
  kind: "scalar";
  type: ValueType;
  /** Expression that filters compare. */
  column: RawBuilder<unknown>;
  /** Expression that sorts use, never null; absent when nothing sorts by this field. */
  sort?: { column: RawBuilder<unknown>; type: RawBuilder<unknown> };
  /** How many conditions one on this field counts for; 1 unless given. */
  weight?: number;
}

/** A field with any number of values per row. */
export interface ListField {
  kind: "list";
  type: ValueType;
  isEmpty: RawBuilder<boolean>;
  /** @param values SQL array, of the field's type. */
  hasSome(values: RawBuilder<unknown>): RawBuilder<boolean>;
  /** @param count Of the different values. */
  hasAll(values: RawBuilder<unknown>, count: number): RawBuilder<boolean>;
}

export type QueryField = ScalarField | ListField;

/** What a query may name, by the name on the wire. A map, so that no name reaches into a prototype. */
export type QueryFields = ReadonlyMap<string, QueryField>;

/** Characters of a text that decide its place in an order, and that a cursor holds. */
export const sortedCharacters = 200;

/** Text is sorted by code points, so that every PostgreSQL has the same order. */
export function textField(column: RawBuilder<unknown>): ScalarField {
  const sorted = sql`"left"(${column}, ${sql.lit(sortedCharacters)}) collate "C"`;
  return { kind: "scalar", type: "text", column, sort: { column: sorted, type: sql`text` } };
}

/** As {@link textField}; rows without a value come first when sorted upwards. */
export function nullableTextField(column: RawBuilder<unknown>): ScalarField {
  return { ...textField(sql`coalesce(${column}, '')`), column };
}

/**
 * A condition that reads whole texts, counts other rows, or compares long lists, for each row: ten such are as much as one query
 * may ask.
 */
export const heavyWeight = 10;

/** Text that is too long to sort by. */
export function longTextField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "text", column, weight: heavyWeight };
}

export function uuidField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "uuid", column, sort: { column, type: sql`uuid` } };
}

/** As {@link uuidField}; rows without a value come first when sorted upwards. */
export function nullableUuidField(column: RawBuilder<unknown>): ScalarField {
  const sorted = sql`coalesce(${column}, '00000000-0000-0000-0000-000000000000'::uuid)`;
  return { kind: "scalar", type: "uuid", column, sort: { column: sorted, type: sql`uuid` } };
}

/** @param column Of type integer. */
export function integerField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "number", column, sort: { column, type: sql`integer` } };
}

/** @param count How many other rows belong to a row, of type integer. */
export function countField(count: RawBuilder<number>): ScalarField {
  return { ...integerField(count), weight: heavyWeight };
}

export function booleanField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "boolean", column, sort: { column, type: sql`boolean` } };
}

/** @param column Of type timestamptz. Callers know milliseconds: a column that holds more has to be truncated to be found. */
export function dateField(column: RawBuilder<unknown>): ScalarField {
  return { kind: "scalar", type: "date", column, sort: { column, type: sql`timestamptz` } };
}

/** A column that is an array. */
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
 * Ids in a table that links rows.
 *
 * @param links `from … where …`: the links of one row.
 * @param target Column of that table with the id that is linked.
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
