import { type RawBuilder, sql } from "kysely";
import { collectionVersion } from "../collections/collections-store.ts";
import { heldIn } from "../indexes/index-sql.ts";
import { told } from "../items/item-json-sql.ts";
import { orderOf } from "./filter/field-expression-sql.ts";
import { answerMaxBytes } from "./response-size-sql.ts";

/** One step of an order. */
export interface SortKey {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
  /** Where it is a field that every item has and is told with. */
  system?: SystemKey | undefined;
  /** Where it is a field of the items' own, and an index has this order. */
  indexed?: string | undefined;
}

/** What a key is made of, as JSON. */
export interface KeyShape extends Pick<SortKey, "descending" | "system" | "indexed"> {}

export type SystemKey = "_id" | "_createdDate" | "_updatedDate";
export const isSystemKey = (name: string): name is SystemKey => Object.hasOwn(systemColumns, name);

const systemColumns: Readonly<Record<SystemKey, Pick<SortKey, "column" | "type">>> = {
  _id: { column: sql.ref("i.id"), type: sql`text` },
  _createdDate: { column: sql.ref("i.created_at"), type: sql`timestamptz` },
  _updatedDate: { column: sql.ref("i.updated_at"), type: sql`timestamptz` },
};

/** Undefined where it is neither the system's nor indexed. */
export function keyOf({ system, indexed, descending }: KeyShape): SortKey | undefined {
  if (system) return { ...systemColumns[system], descending, system };
  if (indexed === undefined) return undefined;
  return { column: orderOf(heldIn(indexed, "i")), type: sql`text`, descending, indexed };
}

/** Between the items of a page; JSON text has no such character. */
export const rowsEnd = "\u001e";

export interface PageRow {
  told: string | null;
  /** Then nothing is told. */
  too_large: boolean | null;
  version: string | null;
}

export const versionOf = (
  siteId: string,
  collectionId: string,
) => sql`(select ${collectionVersion} from data_collections c
  where c.site_id = ${siteId} and c.id = ${collectionId})`;

/** Rows that a page may have, beyond where it begins, with the keys of its order that are worked out. */
export function rowsOf(parts: {
  inside: RawBuilder<unknown>;
  keys: readonly SortKey[];
  /** The page begins after these. */
  values: readonly string[] | undefined;
  range: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const { inside, keys, values, range } = parts;
  const beyond = values ? sql` and ${isBeyond(keys, values)}` : sql``;
  const columns = keys.flatMap(({ system, column }, index) =>
    system ? [] : [sql`, ${column} as ${sql.ref(keyName(index))}`],
  );
  return sql`
    select i.id, i.owner_id, i.created_at, i.updated_at, i.data, i.draft${sql.join(columns, sql``)}
    from data_items i where ${inside}${beyond} ${range}`;
}

/** @param limit And whatever comes after it. */
export const firstOf = (keys: readonly SortKey[], limit: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`order by ${orderBy(named(keys))} limit ${limit}`;

/** What is told of an item is made of no more rows than the page has. */
export function pageOf<Beside = unknown>(parts: {
  rows: RawBuilder<unknown>;
  keys: readonly SortKey[];
  drafts: boolean;
  hidden: readonly string[];
  fields: readonly string[] | undefined;
  version: RawBuilder<unknown>;
  /** Whether there may be more than an answer has room for: PostgreSQL puts a page together only once it knows how large it is. */
  isWide?: boolean;
  /** A column that is told with the page, by its name. */
  beside?: { name: string & keyof Beside; value: RawBuilder<unknown> };
}): RawBuilder<PageRow & Beside> {
  const { rows, drafts, hidden, fields, version, beside, isWide } = parts;
  const keys = named(parts.keys, "i.");
  const max = sql.lit(answerMaxBytes);
  const more = keys.flatMap(({ system, column }) => (system ? [] : [sql`to_json(${column}::text)`]));
  const text = told("i", hidden, { keys: fields, drafts, more });
  // How large a page is has to be known before it is put together, and takes no memory to find out.
  const begin = isWide
    ? sql`with r as materialized (${rows}), w as materialized (
        select coalesce(sum(octet_length(${text})), 0) as bytes from r i)`
    : sql``;
  const from = isWide ? sql`select * from r where (select w.bytes from w) <= ${max}` : rows;
  const isTooLarge = isWide ? sql`(select w.bytes from w) > ${max}` : sql`null::boolean`;
  return sql<PageRow & Beside>`
    ${begin} select case when octet_length(p.told) <= ${max} then p.told end as told,
      coalesce(p.is_too_large, octet_length(p.told) > ${max}) as too_large,
      p.version${beside ? sql`, ${sql.ref(`p.${beside.name}`)}` : sql``}
    from (
      select string_agg(${text}, ${sql.lit(rowsEnd)} order by ${orderBy(keys)}) as told, ${isTooLarge} as is_too_large,
        ${version} as version${beside ? sql`, ${beside.value} as ${sql.ref(beside.name)}` : sql``}
      from (${from}) i) p`;
}

const keyName = (index: number) => `key${index}`;

/** Keys that are worked out are columns of the rows. */
const named = (keys: readonly SortKey[], prefix = ""): SortKey[] =>
  keys.map((key, index) => (key.system ? key : { ...key, column: sql.ref(`${prefix}${keyName(index)}`) }));

export function orderBy(keys: readonly Pick<SortKey, "column" | "descending">[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** Whether a row comes after the one with these values. */
export function isBeyond(keys: readonly SortKey[], values: readonly string[]): RawBuilder<boolean> {
  const bound = keys.map(({ type }, index) => sql`${values[index]}::${type}`);
  const [first] = keys;
  if (keys.every(({ descending }) => descending === first?.descending)) {
    // One comparison of rows, which an index of the same order serves.
    return sql<boolean>`(${sql.join(keys.map(({ column }) => column))}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`;
  }
  const steps = keys.map(({ column, descending }, index) => {
    const equal = keys.slice(0, index).map((key, at) => sql`${key.column} = ${bound[at]}`);
    return sql`(${sql.join([...equal, sql`${column} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}
