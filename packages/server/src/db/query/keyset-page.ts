import { type RawBuilder, sql } from "kysely";
import { InvalidArguments, violation } from "../../errors.ts";
import type { DbOrTx } from "../database.ts";
import type { QueryFields } from "./query-fields.ts";

/** One step of an order. */
export interface SortKey {
  /** Expression over a row, never null. */
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
}

export interface Sorting {
  fieldName: string;
  order: "ASC" | "DESC";
}

/**
 * The order that a query asks for. Rows that are equal in it follow `tieBreaker`, in the direction of the last step.
 *
 * @throws {InvalidArguments} for a field that cannot be sorted by.
 */
export function compileSort(sort: readonly Sorting[], fields: QueryFields, tieBreaker: string): SortKey[] {
  const last = sort.at(-1)?.order ?? "ASC";
  return [...sort, { fieldName: tieBreaker, order: last }].flatMap(({ fieldName, order }, index, all) => {
    const isRepeated = all.findIndex((other) => other.fieldName === fieldName) < index;
    const field = fields.get(fieldName);
    if (field?.kind !== "scalar" || !field.sort) {
      throw new InvalidArguments([
        violation(`query.sort.${index}.fieldName`, "is not a field that can be sorted by", "FIELD_NOT_ALLOWED"),
      ]);
    }
    return isRepeated ? [] : [{ ...field.sort, descending: order === "DESC" }];
  });
}

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** A place in an order, between two rows. */
export interface Place {
  /** Values of the keys in the row beside it. */
  values: readonly string[];
  /** Whether the page ends here, rather than begins. */
  backward?: boolean;
}

export interface KeysetPageQuery {
  /** Table and alias, such as `posts p`. */
  table: RawBuilder<unknown>;
  alias: RawBuilder<unknown>;
  wanted: RawBuilder<boolean>;
  /** The last of them tells all rows apart. */
  keys: readonly SortKey[];
  /** Expression over a row that gives it as JSON text. */
  json: RawBuilder<unknown>;
  place?: Place | undefined;
  limit: number;
  offset: number;
  /** Whether to count the whole list. */
  counted: boolean;
}

export interface KeysetPage {
  /** JSON of the rows, with commas between. */
  json: string;
  count: number;
  /** Rows of the whole list, where it was counted. */
  total?: number;
  /** Where the page before this one ends; absent at the beginning. */
  previous?: string[];
  /** Where the next page begins; absent at the end. */
  next?: string[];
}

/** One page of a table, as JSON: one query, which begins at a place instead of counting up to it. */
export async function findKeysetPage(db: DbOrTx, query: KeysetPageQuery): Promise<KeysetPage> {
  const { table, alias, wanted, place, limit } = query;
  const backward = place?.backward === true;
  const keys = backward ? query.keys.map((key) => ({ ...key, descending: !key.descending })) : query.keys;
  const order = orderBy(keys);
  const beyond = place ? sql` and ${isBeyond(keys, place.values)}` : sql``;
  const { rows } = await sql<{
    total: number | null;
    fetched: number;
    json: string | null;
    near: string[] | null;
    far: string[] | null;
  }>`
    select
      ${query.counted ? sql`(select count(*)::integer from ${table} where ${wanted})` : sql`null::integer`} as total,
      count(*)::integer as fetched,
      string_agg(page.json, ',' order by page.n ${backward ? sql`desc` : sql`asc`}) filter (where page.n <= ${limit}) as json,
      max(page.keys) filter (where page.n = 1) as near,
      max(page.keys) filter (where page.n = ${limit}) as far
    from (
      select
        row_number() over (order by ${order}) as n,
        ${query.json} as json,
        array[${sql.join(keys.map(({ column }) => sql`(${column})::text`))}] as keys
      from (
        select * from ${table} where ${wanted}${beyond} order by ${order} limit ${limit + 1} offset ${query.offset}
      ) ${alias}
    ) page`.execute(db);
  const { total, fetched, json, near, far } = rows[0]!;
  const onwards = fetched > limit && far ? far : undefined;
  const back = (place || query.offset > 0) && near ? near : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  return {
    json: json ?? "",
    count: Math.min(fetched, limit),
    ...(total === null ? {} : { total }),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

/** Whether a row comes after the one with these values. */
function isBeyond(keys: readonly SortKey[], values: readonly string[]): RawBuilder<unknown> {
  const bound = keys.map(({ type }, index) => sql`${values[index]}::${type}`);
  const columns = keys.map(({ column }) => column);
  const [first] = keys;
  if (keys.every(({ descending }) => descending === first?.descending)) {
    // One comparison of rows, which an index of the same order serves.
    return sql`(${sql.join(columns)}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`;
  }
  const steps = keys.map(({ descending }, index) => {
    const equal = columns.slice(0, index).map((column, place) => sql`${column} = ${bound[place]}`);
    return sql`(${sql.join([...equal, sql`${columns[index]} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`;
  });
  return sql`(${sql.join(steps, sql` or `)})`;
}
