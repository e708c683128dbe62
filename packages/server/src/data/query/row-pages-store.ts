import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { visibleData } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { isAfter, orderBy, type SortKey } from "./page-sql.ts";
import { requireRowsWithinLimit, sizeLimitedRows } from "./response-size-sql.ts";

/** The rows of a pipeline stage: items, or the result of the previous stage. */
export interface Rows {
  /** The `from` clause including a condition. */
  from: RawBuilder<unknown>;
  /** The alias of the rows. */
  alias: "i" | "d";
  /** One row as JSON. */
  doc: RawBuilder<unknown>;
  order: readonly SortKey[];
}

export function itemRows(key: ItemKey, condition: RawBuilder<boolean>): Rows {
  return {
    alias: "i",
    from: sql`data_items i where ${inCollection(key)} and ${condition}`,
    doc: sql`${visibleData(sql`i.data`, key.hidden)} || jsonb_build_object('_id', i.id, '_owner', i.owner_id,
      '_createdDate', jsonb_build_object('$date', data_date(i.created_at)),
      '_updatedDate', jsonb_build_object('$date', data_date(i.updated_at)))`,
    order: [{ column: sql`i.id`, type: sql`text`, descending: false }],
  };
}

export const filterRows = (rows: Rows, condition: RawBuilder<boolean>): Rows => ({
  ...rows,
  from: sql`${rows.from} and ${condition}`,
});

/** A slice of the rows in their order. */
export function sliceRows(rows: Rows, { limit, offset }: { limit?: number; offset?: number }): Rows {
  const limitClause = limit === undefined ? sql`` : sql` limit ${limit}`;
  return {
    alias: "d",
    from: sql`(
      select ${rows.doc} as doc, row_number() over (order by ${orderBy(rows.order)}) as position from ${rows.from}
      order by position${limitClause} offset ${offset ?? 0}) d where true`,
    doc: sql`d.doc`,
    order: [{ column: sql`d.position`, type: sql`bigint`, descending: false }],
  };
}

/**
 * One row per group.
 *
 * @param keys The grouping expressions and their names in `_id`.
 * @param results The aggregates and their names.
 */
export function groupedRows(
  rows: Rows,
  keys: readonly (readonly [name: string, value: RawBuilder<unknown>])[],
  results: readonly (readonly [name: string, value: RawBuilder<unknown>])[],
): Rows {
  const pairs = (entries: readonly (readonly [string, RawBuilder<unknown>])[]) =>
    sql`jsonb_build_object(${sql.join(entries.flatMap(([name, value]) => [sql`${name}::text`, value]))})`;
  const alias = sql.ref(rows.alias);
  const columns = keys.map((_key, index) => sql.ref(`k${index}`));
  const inner = keys.map(([, value], index) => sql`, coalesce(${value}, 'null') as ${columns[index]}`);
  const id = keys.length === 0 ? sql`'{}'::jsonb` : pairs(keys.map(([name], index) => [name, columns[index]!]));
  const resultDoc = results.length === 0 ? sql`'{}'::jsonb` : pairs(results);
  const values = keys.length === 0 ? sql`having count(*) > 0` : sql`group by ${sql.join(columns)}`;
  const withId = keys.length === 0 ? resultDoc : sql`jsonb_build_object('_id', ${id}) || ${resultDoc}`;
  // A result named _id hides the grouping key.
  const isHidden = results.some(([name]) => name === "_id");
  const order = [...textOrder, ...(isHidden ? [sql`d.tie`] : [])];
  return {
    alias: "d",
    from: sql`(
      select u.*, u.doc::text as text from (
        select ${withId} as doc${isHidden ? sql`, md5((${id})::text) collate "C" as tie` : sql``}
        from (select ${alias}.*${sql.join(inner, sql``)} from ${rows.from}) ${alias} ${values}) u offset 0) d where true`,
    doc: sql`d.doc`,
    order: order.map((column) => ({ column, type: sql`text`, descending: false })),
  };
}

/** Sorts by the JSON text of `d`: by its first 200 characters, which bound the size of a cursor, then by a hash. */
const textOrder = [
  sql`"left"(d.text, 200) collate "C"`,
  sql`case when length(d.text) > 200 then md5(d.text) else '' end collate "C"`,
];

/** The sort key texts of a row; the page ends before it if `backward`. */
export interface RowPosition {
  values: string[];
  backward?: boolean;
}

export interface RowPage {
  /** JSON texts. */
  found: string[];
  previous?: string[];
  next?: string[];
}

interface SerializedRow {
  json: string;
  position: string[];
  isTooLarge: boolean;
}

/** One page of rows, by position or offset. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export async function findRowPage(
  db: DbOrTx,
  rows: Rows,
  { limit, offset, position }: { limit: number; offset: number; position?: RowPosition | undefined },
): Promise<RowPage> {
  const backward = position?.backward === true;
  const order = backward ? rows.order.map((one) => ({ ...one, descending: !one.descending })) : rows.order;
  const beyond = position ? sql` and ${isAfter(order, position.values)}` : sql``;
  const statement = sql`
    select (${rows.doc})::text as json, array[${sql.join(order.map(({ column }) => sql`(${column})::text`))}] as position
    from ${rows.from}${beyond} order by ${orderBy(order)} limit ${limit + 1} offset ${offset}`;
  const { rows: serialized } = await sql<SerializedRow>`${sizeLimitedRows(statement, ["position"], "json")}`.execute(
    db,
  );
  requireRowsWithinLimit(serialized);
  const page = serialized.slice(0, limit);
  const following = serialized.length > limit ? page.at(-1)?.position : undefined;
  const preceding = position || offset > 0 ? page[0]?.position : undefined;
  const [previous, next] = backward ? [following, preceding] : [preceding, following];
  const found = page.map(({ json }) => json);
  return { found: backward ? found.reverse() : found, ...(previous && { previous }), ...(next && { next }) };
}

export async function countRows(db: DbOrTx, rows: Rows): Promise<number> {
  const { rows: found } = await sql<{ count: string }>`select count(*) as count from ${rows.from}`.execute(db);
  return Number(found[0]?.count ?? 0);
}

/** The distinct values of an expression, lists by element, without missing values and null. */
export function distinctRows(
  key: ItemKey,
  condition: RawBuilder<boolean>,
  value: RawBuilder<unknown>,
  descending: boolean,
): Rows {
  const sorted = (column: RawBuilder<unknown>): SortKey => ({ column, type: sql`text`, descending });
  return {
    alias: "d",
    from: sql`(
      select u.doc, u.doc::text as text from (
        select distinct e.doc from data_items i cross join lateral (select ${value} as value offset 0) v
          cross join lateral jsonb_array_elements(
            case when jsonb_typeof(v.value) = 'array' then v.value else jsonb_build_array(v.value) end) e (doc)
        where ${inCollection(key)} and ${condition} and jsonb_typeof(e.doc) <> 'null') u offset 0) d where true`,
    doc: sql`d.doc`,
    order: [sorted(sql`data_sort_key(d.doc) collate "C"`), ...textOrder.map(sorted)],
  };
}
