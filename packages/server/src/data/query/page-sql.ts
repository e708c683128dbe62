import { type RawBuilder, sql } from "kysely";
import { storedValue } from "../indexes/index-sql.ts";
import { itemJson } from "../items/item-json-sql.ts";
import { sortKeySql } from "./filter/field-expression-sql.ts";
import { maxResponseBytes } from "./response-size-sql.ts";

/** One key of a sort order. */
export interface SortKey {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
  /** The name, for a system field. */
  system?: SystemKey | undefined;
  /** The path, for a field of a prepared statement. */
  storedPath?: string | undefined;
}

/** A sort key without SQL, to cache prepared statements by. */
export interface SortKeySpec extends Pick<SortKey, "descending" | "system" | "storedPath"> {}

export type SystemKey = "_id" | "_createdDate" | "_updatedDate";
export const isSystemKey = (name: string): name is SystemKey => Object.hasOwn(systemColumns, name);

const systemColumns: Readonly<Record<SystemKey, Pick<SortKey, "column" | "type">>> = {
  _id: { column: sql.ref("i.id"), type: sql`text` },
  _createdDate: { column: sql.ref("i.created_at"), type: sql`timestamptz` },
  _updatedDate: { column: sql.ref("i.updated_at"), type: sql`timestamptz` },
};

/** The column of a system field. */
export const systemColumn = (name: string): RawBuilder<unknown> | undefined =>
  isSystemKey(name) ? systemColumns[name].column : undefined;

/** `undefined` for a field that is neither a system field nor has a path. */
export function keyOf({ system, storedPath, descending }: SortKeySpec): SortKey | undefined {
  if (system) return { ...systemColumns[system], descending, system };
  if (storedPath === undefined) return undefined;
  return { column: sortKeySql(storedValue(storedPath, "i")), type: sql`text`, descending, storedPath };
}

/** Separates the items of a page; never part of JSON text. */
export const rowSeparator = "\u001e";

export interface PageRow {
  items: string | null;
  /** Then `items` is null. */
  too_large: boolean | null;
  version: string | null;
}

/** The rows after the start of the page, with the computed sort keys as columns. */
export function rowsOf(parts: {
  inside: RawBuilder<unknown>;
  keys: readonly SortKey[];
  /** The position that the page starts after. */
  values: readonly unknown[] | undefined;
  range: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const { inside, keys, values, range } = parts;
  const beyond = values ? sql` and ${isAfter(keys, values)}` : sql``;
  const columns = keys.flatMap(({ system, column }, index) =>
    system ? [] : [sql`, ${column} as ${sql.ref(keyName(index))}`],
  );
  return sql`
    select i.id, i.owner_id, i.created_at, i.updated_at, i.data, i.draft${sql.join(columns, sql``)}
    from data_items i where ${inside}${beyond} ${range}`;
}

/** The rows that match one of the conditions, of which no row matches two, in the order of the page. */
export function unionOf(parts: {
  collection: RawBuilder<unknown>;
  conditions: readonly RawBuilder<boolean>[];
  keys: readonly SortKey[];
  values: readonly unknown[] | undefined;
  /** The number of rows to read for each condition, and the limit of the result. */
  limits: { each: RawBuilder<unknown>; all: RawBuilder<unknown> };
}): RawBuilder<unknown> {
  const { collection, conditions, keys, values, limits } = parts;
  const range = orderAndLimit(keys, limits.each);
  const each = conditions.map(
    (condition) => sql`(${rowsOf({ inside: sql`${collection} and ${condition}`, keys, values, range })})`,
  );
  return sql`select * from (${sql.join(each, sql` union all `)}) i ${orderAndLimit(keys, limits.all)}`;
}

/** An entry of a list that is a single parameter of the statement. */
export const entryOf = (list: readonly string[], index: number): RawBuilder<unknown> =>
  sql`(${list}::text[])[${sql.lit(index + 1)}]`;

export const orderAndLimit = (keys: readonly SortKey[], limit: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`order by ${orderBy(withColumnNames(keys))} limit ${limit}`;

/** The page as one row. Only rows of the page are serialized. */
export function pageOf<Extra = unknown>(parts: {
  rows: RawBuilder<unknown>;
  keys: readonly SortKey[];
  drafts: boolean;
  hidden: readonly string[];
  fields: readonly string[] | undefined;
  version: RawBuilder<unknown>;
  /** Whether the page may exceed the response limit: then PostgreSQL computes its size before it builds it. */
  isSizeChecked?: boolean;
  /** An additional column of the page. */
  extra?: { name: string & keyof Extra; value: RawBuilder<unknown> };
}): RawBuilder<PageRow & Extra> {
  const { rows, drafts, hidden, fields, version, extra, isSizeChecked } = parts;
  const keys = withColumnNames(parts.keys, "i.");
  const max = sql.lit(maxResponseBytes);
  const more = keys.flatMap(({ system, column }) => (system ? [] : [sql`to_json(${column}::text)`]));
  const text = itemJson("i", hidden, { keys: fields, drafts, more });
  const ctes = isSizeChecked
    ? sql`with r as materialized (${rows}), w as materialized (
        select coalesce(sum(octet_length(${text})), 0) as bytes from r i)`
    : sql``;
  const from = isSizeChecked ? sql`select * from r where (select w.bytes from w) <= ${max}` : rows;
  const isTooLarge = isSizeChecked ? sql`(select w.bytes from w) > ${max}` : sql`null::boolean`;
  return sql<PageRow & Extra>`
    ${ctes} select case when octet_length(p.items) <= ${max} then p.items end as items,
      coalesce(p.is_too_large, octet_length(p.items) > ${max}) as too_large,
      p.version${extra ? sql`, ${sql.ref(`p.${extra.name}`)}` : sql``}
    from (
      select string_agg(${text}, ${sql.lit(rowSeparator)} order by ${orderBy(keys)}) as items, ${isTooLarge} as is_too_large,
        ${version} as version${extra ? sql`, ${extra.value} as ${sql.ref(extra.name)}` : sql``}
      from (${from}) i) p`;
}

const keyName = (index: number) => `key${index}`;

/** Computed keys are columns of the rows. */
const withColumnNames = (keys: readonly SortKey[], prefix = ""): SortKey[] =>
  keys.map((key, index) => (key.system ? key : { ...key, column: sql.ref(`${prefix}${keyName(index)}`) }));

export function orderBy(keys: readonly Pick<SortKey, "column" | "descending">[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** Whether a row sorts after these values. */
export function isAfter(keys: readonly SortKey[], values: readonly unknown[]): RawBuilder<boolean> {
  const bounds = keys.map(({ type }, index) => sql`${values[index]}::${type}`);
  const [first] = keys;
  if (keys.every(({ descending }) => descending === first?.descending)) {
    // A row comparison can use an index of the same order.
    return sql<boolean>`(${sql.join(keys.map(({ column }) => column))}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(bounds)})`;
  }
  const steps = keys.map(({ column, descending }, index) => {
    const equal = keys.slice(0, index).map((key, at) => sql`${key.column} = ${bounds[at]}`);
    return sql`(${sql.join([...equal, sql`${column} ${descending ? sql`<` : sql`>`} ${bounds[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}
