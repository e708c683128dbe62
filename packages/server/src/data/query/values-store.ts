import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { seenData } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { isBeyond, orderBy, type SortKey } from "./page-sql.ts";
import { needRoomFor, roomyRows } from "./response-size-sql.ts";

/** Rows to be grouped, sorted and cut: items, or what a step before has made of them. */
export interface Rows {
  /** What stands after `from`; it ends in a condition. */
  from: RawBuilder<unknown>;
  /** The name that its columns go by. */
  alias: "i" | "d";
  /** One row as JSON. */
  doc: RawBuilder<unknown>;
  /** The order that they are in. */
  order: readonly SortKey[];
}

/** The items that meet a condition, as JSON. */
export function itemRows(key: ItemKey, wanted: RawBuilder<boolean>): Rows {
  return {
    alias: "i",
    from: sql`data_items i where ${inCollection(key)} and ${wanted}`,
    doc: sql`${seenData(sql`i.data`, key.hidden)} || jsonb_build_object('_id', i.id, '_owner', i.owner_id,
      '_createdDate', jsonb_build_object('$date', data_date(i.created_at)),
      '_updatedDate', jsonb_build_object('$date', data_date(i.updated_at)))`,
    order: [{ column: sql`i.id`, type: sql`text`, descending: false }],
  };
}

export const narrowed = (rows: Rows, condition: RawBuilder<boolean>): Rows => ({
  ...rows,
  from: sql`${rows.from} and ${condition}`,
});

/** Some of the rows, which keep their order. */
export function cut(rows: Rows, { limit, offset }: { limit?: number; offset?: number }): Rows {
  const taken = limit === undefined ? sql`` : sql` limit ${limit}`;
  return {
    alias: "d",
    from: sql`(
      select ${rows.doc} as doc, row_number() over (order by ${orderBy(rows.order)}) as place from ${rows.from}
      order by place${taken} offset ${offset ?? 0}) d where true`,
    doc: sql`d.doc`,
    order: [{ column: sql`d.place`, type: sql`bigint`, descending: false }],
  };
}

/**
 * One row for each group.
 *
 * @param keys By the name that the group tells them under.
 * @param results The same, of what is made of its rows.
 */
export function grouped(
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
  const told = results.length === 0 ? sql`'{}'::jsonb` : pairs(results);
  const values = keys.length === 0 ? sql`having count(*) > 0` : sql`group by ${sql.join(columns)}`;
  const withId = keys.length === 0 ? told : sql`jsonb_build_object('_id', ${id}) || ${told}`;
  // A result that is told as _id hides what tells the groups apart.
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

/**
 * By the text that JSON is written as, which `d` has beside it: by its beginning, so that a place in this order is no longer than that, and
 * by what tells longer ones apart.
 */
const textOrder = [
  sql`"left"(d.text, 200) collate "C"`,
  sql`case when length(d.text) > 200 then md5(d.text) else '' end collate "C"`,
];

/** Between two rows of the order, told by the texts of its steps; the page ends there when `backward`. */
export interface RowPlace {
  values: string[];
  backward?: boolean;
}

export interface RowPage {
  /** JSON texts. */
  found: string[];
  previous?: string[];
  next?: string[];
}

interface RowTold {
  json: string;
  place: string[];
  isTooLarge: boolean;
}

/** One page of rows, which begins at a place, or counts up to it. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export async function findRowPage(
  db: DbOrTx,
  rows: Rows,
  { limit, offset, place }: { limit: number; offset: number; place?: RowPlace | undefined },
): Promise<RowPage> {
  const backward = place?.backward === true;
  const order = backward ? rows.order.map((one) => ({ ...one, descending: !one.descending })) : rows.order;
  const beyond = place ? sql` and ${isBeyond(order, place.values)}` : sql``;
  const wanted = sql`
    select (${rows.doc})::text as json, array[${sql.join(order.map(({ column }) => sql`(${column})::text`))}] as place
    from ${rows.from}${beyond} order by ${orderBy(order)} limit ${limit + 1} offset ${offset}`;
  const { rows: told } = await sql<RowTold>`${roomyRows(wanted, ["place"], "json")}`.execute(db);
  needRoomFor(told);
  const page = told.slice(0, limit);
  const onwards = told.length > limit ? page.at(-1)?.place : undefined;
  const back = place || offset > 0 ? page[0]?.place : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  const found = page.map(({ json }) => json);
  return { found: backward ? found.reverse() : found, ...(previous && { previous }), ...(next && { next }) };
}

export async function countRows(db: DbOrTx, rows: Rows): Promise<number> {
  const { rows: found } = await sql<{ count: string }>`select count(*) as count from ${rows.from}`.execute(db);
  return Number(found[0]?.count ?? 0);
}

/** The different values of something in items, those in lists one by one; nothing and null left out. */
export function distinctRows(
  key: ItemKey,
  wanted: RawBuilder<boolean>,
  value: RawBuilder<unknown>,
  descending: boolean,
): Rows {
  const sorted = (column: RawBuilder<unknown>): SortKey => ({ column, type: sql`text`, descending });
  return {
    alias: "d",
    from: sql`(
      select u.doc, u.doc::text as text from (
        select distinct e.doc from data_items i cross join lateral (select ${value} as held offset 0) v
          cross join lateral jsonb_array_elements(
            case when jsonb_typeof(v.held) = 'array' then v.held else jsonb_build_array(v.held) end) e (doc)
        where ${inCollection(key)} and ${wanted} and jsonb_typeof(e.doc) <> 'null') u offset 0) d where true`,
    doc: sql`d.doc`,
    order: [sorted(sql`data_sort_key(d.doc) collate "C"`), ...textOrder.map(sorted)],
  };
}
