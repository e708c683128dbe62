import { type RawBuilder, sql } from "kysely";
import { InvalidArguments, violation } from "../../context/errors.ts";
import type { DbOrTx } from "../database.ts";
import { runPrepared } from "../prepared-statement.ts";
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
export interface KeysetPosition {
  /** Values of the keys in the row beside it. */
  values: readonly string[];
  /** Whether the page ends here, rather than begins. */
  backward?: boolean;
}

export interface KeysetPageQuery {
  /** Table and alias, such as `posts p`; it has a column `id`. */
  table: RawBuilder<unknown>;
  alias: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
  /** Whether `wanted` leaves about as many rows for every caller, so that the plan of one fits all. */
  stablePlan: boolean;
  /** The last of them tells all rows apart. */
  keys: readonly SortKey[];
  position?: KeysetPosition | undefined;
  limit: number;
  offset: number;
  /** Whether to count the whole list. */
  countTotal: boolean;
  /** Expression for how many there are, where that is known without counting them. */
  total?: RawBuilder<number> | undefined;
}

/** JSON of rows, with commas between, and of how many. */
export interface JsonRows {
  json: string | null;
  count: number;
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

/**
 * One page of a table, as JSON, which begins at a place instead of counting up to it.
 *
 * Two queries: the first finds the rows and is planned for the values of this request, unless it is steady; the second tells of
 * them and is always the same. Planning what is told costs as much as finding, and a plan that is kept would fit other values
 * badly.
 *
 * @param serialize Tells of the rows with these ids, in this order; of those that are gone by now, nothing.
 */
export async function findKeysetPage(
  db: DbOrTx,
  query: KeysetPageQuery,
  serialize: (ids: string[]) => Promise<JsonRows[]>,
): Promise<KeysetPage> {
  const { ids, ...page } = await findKeyset(db, query);
  const [rows] = ids.length > 0 ? await serialize(ids) : [];
  return { ...page, json: rows?.json ?? "", count: rows?.count ?? 0 };
}

async function findKeyset(
  db: DbOrTx,
  query: KeysetPageQuery,
): Promise<Pick<KeysetPage, "total" | "previous" | "next"> & { ids: string[] }> {
  const { table, alias, condition: wanted, position: place, limit } = query;
  const backward = place?.backward === true;
  const keys = backward ? query.keys.map((key) => ({ ...key, descending: !key.descending })) : query.keys;
  const order = orderBy(keys);
  const countedAll = query.total ?? sql`(select count(*)::integer from ${table} where ${wanted})`;
  const beyond = place ? sql` and ${isBeyond(keys, place.values)}` : sql``;
  // The aggregates take the rows in the order of the subquery.
  const statement = sql<{ total: number | null; ids: string | null; near: string | null; far: string | null }>`
    select
      ${query.countTotal ? countedAll : sql`null::integer`} as total,
      string_agg(page.id::text, ',') as ids,
      (array_agg(page.keys))[1] as near,
      (array_agg(page.keys))[${limit}] as far
    from (
      select ${alias}.id, json_build_array(${sql.join(keys.map(({ column }) => sql`(${column})::text`))})::text as keys
      from (
        select * from ${table} where ${wanted}${beyond} order by ${order} limit ${limit + 1} offset ${query.offset}
      ) ${alias}
    ) page`;
  const rows = query.stablePlan ? await runPrepared(db, statement) : (await statement.execute(db)).rows;
  const { total, near, far, ...found } = rows[0]!;
  const fetched = found.ids?.split(",") ?? [];
  const ids = fetched.slice(0, limit);
  const onwards = fetched.length > limit && far ? (JSON.parse(far) as string[]) : undefined;
  const back = (place || query.offset > 0) && near ? (JSON.parse(near) as string[]) : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  return {
    ids: backward ? ids.reverse() : ids,
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
