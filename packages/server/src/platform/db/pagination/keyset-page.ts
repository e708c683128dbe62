import { type RawBuilder, sql } from "kysely";
import { InvalidArguments, violation } from "../../context/errors.ts";
import type { DbOrTx } from "../database.ts";
import { runPrepared } from "../prepared-statement.ts";
import type { QueryFields } from "./query-fields.ts";

/** One sort criterion. */
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
 * Compiles the sort order of a query. `tieBreaker` is added with the direction of the last criterion.
 *
 * @param path Location of the order in the request, for errors.
 * @throws {InvalidArguments} for a field that is not sortable.
 */
export function compileSort(
  sort: readonly Sorting[],
  fields: QueryFields,
  tieBreaker: string,
  path = "query.sort",
): SortKey[] {
  const last = sort.at(-1)?.order ?? "ASC";
  return [...sort, { fieldName: tieBreaker, order: last }].flatMap(({ fieldName, order }, index, all) => {
    const isRepeated = all.findIndex((other) => other.fieldName === fieldName) < index;
    const field = fields.get(fieldName);
    if (field?.kind !== "scalar" || !field.sort) {
      throw new InvalidArguments([
        violation(`${path}.${index}.fieldName`, "is not a field that can be sorted by", "FIELD_NOT_ALLOWED"),
      ]);
    }
    return isRepeated ? [] : [{ ...field.sort, descending: order === "DESC" }];
  });
}

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** A position between two rows. */
export interface KeysetPosition {
  /** Values of the keys in the adjacent row. */
  values: readonly string[];
  /** Whether the page ends here instead of starting. */
  backward?: boolean;
}

export interface KeysetPageQuery {
  /** Table and alias, such as `posts p`; it has a column `id`. */
  table: RawBuilder<unknown>;
  alias: RawBuilder<unknown>;
  condition: RawBuilder<boolean>;
  /** Whether the condition has about the same selectivity for every caller, so that one plan fits all. */
  stablePlan: boolean;
  /** The last one is unique. */
  keys: readonly SortKey[];
  position?: KeysetPosition | undefined;
  limit: number;
  offset: number;
  /** Whether to count the whole list. */
  countTotal: boolean;
  /** Expression for the number of rows, if it is known without counting. */
  total?: RawBuilder<number> | undefined;
}

/** Comma-separated JSON of rows, and their number. */
export interface JsonRows {
  json: string | null;
  count: number;
}

export interface KeysetPage {
  /** Comma-separated JSON of the rows. */
  json: string;
  count: number;
  /** Number of rows of the whole list, if counted. */
  total?: number;
  /** End of the previous page; absent on the first page. */
  previous?: string[];
  /** Start of the next page; absent on the last page. */
  next?: string[];
}

/**
 * Reads one page of a table as JSON, by keyset pagination.
 *
 * Two queries: the first finds the rows and is planned for the values of this request, unless its plan is stable; the
 * second serializes them and is always the same, so that its plan is cached.
 *
 * @param serialize Returns the JSON of the rows with these ids in this order, without rows deleted since.
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
  const { table, alias, condition, position, limit } = query;
  const backward = position?.backward === true;
  const keys = backward ? query.keys.map((key) => ({ ...key, descending: !key.descending })) : query.keys;
  const order = orderBy(keys);
  const total = query.total ?? sql`(select count(*)::integer from ${table} where ${condition})`;
  const beyond = position ? sql` and ${isBeyond(keys, position.values)}` : sql``;
  // The aggregates process the rows in the order of the subquery.
  const statement = sql<{ total: number | null; ids: string | null; near: string | null; far: string | null }>`
    select
      ${query.countTotal ? total : sql`null::integer`} as total,
      string_agg(page.id::text, ',') as ids,
      (array_agg(page.keys))[1] as near,
      (array_agg(page.keys))[${limit}] as far
    from (
      select ${alias}.id, json_build_array(${sql.join(keys.map(({ column }) => sql`(${column})::text`))})::text as keys
      from (
        select * from ${table} where ${condition}${beyond} order by ${order} limit ${limit + 1} offset ${query.offset}
      ) ${alias}
    ) page`;
  const rows = query.stablePlan ? await runPrepared(db, statement) : (await statement.execute(db)).rows;
  const { total: counted, near, far, ids: idList } = rows[0]!;
  const fetched = idList?.split(",") ?? [];
  const ids = fetched.slice(0, limit);
  const forwardKeys: string[] | undefined = fetched.length > limit && far ? JSON.parse(far) : undefined;
  const backwardKeys: string[] | undefined = (position || query.offset > 0) && near ? JSON.parse(near) : undefined;
  const [previous, next] = backward ? [forwardKeys, backwardKeys] : [backwardKeys, forwardKeys];
  return {
    ids: backward ? ids.reverse() : ids,
    ...(counted === null ? {} : { total: counted }),
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
    // A row comparison can use an index of the same order.
    return sql`(${sql.join(columns)}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`;
  }
  const steps = keys.map(({ descending }, index) => {
    const equal = columns.slice(0, index).map((column, position) => sql`${column} = ${bound[position]}`);
    return sql`(${sql.join([...equal, sql`${columns[index]} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`;
  });
  return sql`(${sql.join(steps, sql` or `)})`;
}
