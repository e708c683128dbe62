import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type DbOrTx, poolOf } from "../../platform/db/database.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { heldIn, ofCollection } from "../indexes/index-sql.ts";
import type { ItemKey } from "../items/items-store.ts";
import { orderOf } from "./filter/field-expression-sql.ts";
import { listKey, sortKey, toJson } from "./filter/values.ts";
import { firstOf, type KeyShape, keyOf, orderBy, type PageRow, pageOf, rowsOf, versionOf } from "./page-sql.ts";
import type { AskedValue } from "./requested-value.ts";

/** A limit written out lets PostgreSQL keep its plan; callers choose among many, and each makes another statement. */
const plannedLimits: ReadonlySet<number> = new Set([10, 20, 50, 100]);
export const isPlannedLimit = (limit: number): boolean => plannedLimits.has(limit);

/** What a page of all that a caller may read is asked with, beside its values. */
export interface PageShape {
  order: KeyShape[];
  isBeyond: boolean;
  isOwn: boolean;
  drafts: boolean;
  isWhole: boolean;
  /** Whether there are fields that are not told. */
  hides: boolean;
}

export interface PageValues extends ItemKey {
  memberId: string | null;
  /** Where the page begins. */
  first: string;
  second: string;
  fields: readonly string[] | null;
}

function partsOf(bind: Bind<PageValues>, shape: PageShape) {
  const published = shape.drafts ? sql`` : sql` and i.published`;
  const own = shape.isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
  const keys = shape.order.flatMap((key) => keyOf(key) ?? []);
  return {
    readable: sql`${published}${own}`,
    place: { keys, values: shape.isBeyond ? [bind("first"), bind("second")] : undefined },
    page: {
      keys,
      drafts: shape.drafts,
      hidden: shape.hides ? bind("hidden") : [],
      fields: shape.isWhole ? undefined : (bind("fields") ?? undefined),
      version: versionOf(bind("siteId"), bind("collectionId")),
    },
  };
}

/** All that the caller may read. */
export const selectEverything = preparedStatement<
  PageValues & { limit: number; offset: number },
  PageRow,
  PageShape & { limit: number | null; skips: boolean }
>((bind, shape) => {
  const { readable, place, page } = partsOf(bind, shape);
  const inside = sql`i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")}${readable}`;
  const limit = shape.limit === null ? sql`${bind("limit")}` : sql`${sql.lit(shape.limit + 1)}`;
  const range = firstOf(place.keys, shape.skips ? sql`${limit} offset ${bind("offset")}` : limit);
  return pageOf({ ...page, rows: rowsOf({ inside, ...place, range }) });
});

/** Partial indexes serve a kept plan where the site and the collection are written out. */
type IndexedShape = PageShape & Pick<ItemKey, "siteId" | "collectionId"> & { limit: number };
type ValueShape = IndexedShape & { path: string; ledDescending: boolean };
type ValueAsked = PageValues & { key: string; json: string; listJson: string };

/** How many of them are prepared: owners make indexes, so that they are fewer than what callers ask. */
const shapes = 64;

/** The same in the order of an index. */
export const selectInOrder = preparedStatement<PageValues, PageRow, IndexedShape>(
  (bind, shape) => {
    const { readable, place, page } = partsOf(bind, shape);
    const range = sql`order by ${orderBy(place.keys)} limit ${sql.lit(shape.limit + 1)}`;
    return pageOf({ ...page, rows: rowsOf({ inside: sql`${ofCollection(shape, "i")}${readable}`, ...place, range }) });
  },
  { shapes },
);

/** Those of it that have the value in a field, or a list that holds it; undefined where PostgreSQL had better see the value. */
export async function selectWithValue(
  db: DbOrTx,
  values: PageValues,
  shape: PageShape & { limit: number },
  { path, kind, operand, ledDescending }: AskedValue,
): Promise<PageRow[] | undefined> {
  const json = toJson(operand);
  const asked = { ...values, key: sortKey(operand), json, listJson: `[${json}]` };
  const { siteId, collectionId } = values;
  const full = { ...shape, siteId, collectionId, path, ledDescending };
  if (kind === "ORDER") return (await readsListsInOrder(db)) ? selectEqual(db, asked, full) : undefined;
  const place = JSON.stringify([siteId, collectionId, path, json]);
  if (common.has(place)) return undefined;
  const rows = await selectHolding(db, asked, full);
  if ((rows[0]?.held ?? 0) <= fewLists) return rows;
  common.set(place, true);
  return undefined;
}

const orderedLists = new WeakMap<pg.Pool, Promise<boolean>>();

/** Whether an index that is asked for a list of values gives its order, too: before PostgreSQL 17 all rows with a value would be sorted. */
async function readsListsInOrder(db: DbOrTx): Promise<boolean> {
  const pool = poolOf(db);
  if (!pool) return false;
  const known = orderedLists.get(pool) ?? isServer17(db);
  orderedLists.set(pool, known);
  known.catch(() => orderedLists.delete(pool));
  return known;
}

async function isServer17(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ is17: boolean }>`
    select current_setting('server_version_num')::integer >= 170000 as is17`.execute(db);
  return rows[0]?.is17 === true;
}

/**
 * On an index of the field and this order. Items with the value and items with lists are both read in the order of the page, so that
 * however many there are, no more rows are read than the page has. As a list of one, the value says nothing of the order to PostgreSQL:
 * else it might look for a rare value through the whole collection, in the order of ids.
 */
const selectEqual = preparedStatement<ValueAsked, PageRow, ValueShape>(
  (bind, shape) => {
    const { readable, place, page } = partsOf(bind, shape);
    const value = heldIn(shape.path, "i");
    const key = orderOf(value);
    const limit = sql`${sql.lit(shape.limit + 1)}`;
    const led = orderBy([{ column: key, descending: shape.ledDescending }]);
    const range = sql`order by ${led}, ${orderBy(place.keys)} limit ${limit}`;
    const having = (wanted: unknown, json: string) =>
      sql`(${rowsOf({
        inside: sql`${ofCollection(shape, "i")}${readable} and ${key} = any(array[${wanted}]::text[])
        and coalesce(${value} @> ${json}::jsonb, false)`,
        ...place,
        range,
      })})`;
    const both = sql`${having(bind("key"), bind("json"))} union all ${having(sql.lit(listKey), bind("listJson"))}`;
    return pageOf({ ...page, rows: sql`select * from (${both}) i ${firstOf(place.keys, limit)}` });
  },
  { shapes },
);

/** Of a value that more lists hold, others may come first in the order of the page: an index of what lists hold has none. */
const fewLists = 500;
/** Values that more lists held, by site, collection and field. */
const common = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 });

/** On an index of what lists hold, of a value that few of them do. */
const selectHolding = preparedStatement<ValueAsked, PageRow & { held: number }, ValueShape>(
  (bind, shape) => {
    const { readable, place, page } = partsOf(bind, shape);
    const holding = rowsOf({
      // From a table of its own, PostgreSQL does not see the value: it would plan anew for each.
      inside: sql`${ofCollection(shape, "i")}${readable} and ${heldIn(shape.path, "i")} @> (select ${bind("json")}::jsonb)`,
      ...place,
      range: sql`limit ${sql.lit(fewLists + 1)}`,
    });
    return pageOf<{ held: number }>({
      ...page,
      rows: sql`select *, count(*) over ()::integer as held from (${holding}) i ${firstOf(place.keys, sql`${sql.lit(shape.limit + 1)}`)}`,
      beside: { name: "held", value: sql`max(i.held)` },
    });
  },
  { shapes },
);
