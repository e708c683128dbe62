import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type DbOrTx, poolOf } from "../../platform/db/database.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { ofCollection, storedValue } from "../indexes/index-sql.ts";
import type { ItemKey } from "../items/items-store.ts";
import { sortKeySql } from "./filter/field-expression-sql.ts";
import { listKey, sortKey, toJson } from "./filter/operands.ts";
import {
  keyOf,
  orderAndLimit,
  orderBy,
  type PageRow,
  pageOf,
  rowsOf,
  type SortKeySpec,
  versionOf,
} from "./page-sql.ts";
import type { RequestedValue } from "./requested-value.ts";

/** Limits with a statement of their own: a literal limit lets PostgreSQL cache a better plan. */
const plannedLimits: ReadonlySet<number> = new Set([10, 20, 50, 100]);
export const isPlannedLimit = (limit: number): boolean => plannedLimits.has(limit);

/** The parts of a page query that change its SQL. */
export interface PageOptions {
  order: SortKeySpec[];
  hasPosition: boolean;
  isOwn: boolean;
  drafts: boolean;
  isWhole: boolean;
  /** Whether there are hidden fields. */
  hides: boolean;
}

export interface PageValues extends ItemKey {
  memberId: string | null;
  /** The start of the page. */
  first: string;
  second: string;
  fields: readonly string[] | null;
}

function partsOf(bind: Bind<PageValues>, options: PageOptions) {
  const published = options.drafts ? sql`` : sql` and i.published`;
  const own = options.isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
  const keys = options.order.flatMap((key) => keyOf(key) ?? []);
  return {
    readable: sql`${published}${own}`,
    position: { keys, values: options.hasPosition ? [bind("first"), bind("second")] : undefined },
    page: {
      keys,
      drafts: options.drafts,
      hidden: options.hides ? bind("hidden") : [],
      fields: options.isWhole ? undefined : (bind("fields") ?? undefined),
      version: versionOf(bind("siteId"), bind("collectionId")),
    },
  };
}

/** A page of all readable items. */
export const selectEverything = preparedStatement<
  PageValues & { limit: number; offset: number },
  PageRow,
  PageOptions & { limit: number | null; skips: boolean }
>((bind, options) => {
  const { readable, position, page } = partsOf(bind, options);
  const inside = sql`i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")}${readable}`;
  const limit = options.limit === null ? sql`${bind("limit")}` : sql`${sql.lit(options.limit + 1)}`;
  const range = orderAndLimit(position.keys, options.skips ? sql`${limit} offset ${bind("offset")}` : limit);
  return pageOf({ ...page, rows: rowsOf({ inside, ...position, range }) });
});

/** Cached plans use partial indexes only with literal site and collection ids. */
type IndexedPageOptions = PageOptions & Pick<ItemKey, "siteId" | "collectionId"> & { limit: number };
type ValuePageOptions = IndexedPageOptions & { path: string; isBackward: boolean };
type ValueParams = PageValues & { key: string; json: string; listJson: string };

/** The number of statements to prepare; bounded by the number of indexes. */
const maxPlans = 64;

/** A page in the order of an index. */
export const selectInOrder = preparedStatement<PageValues, PageRow, IndexedPageOptions>(
  (bind, options) => {
    const { readable, position, page } = partsOf(bind, options);
    const range = sql`order by ${orderBy(position.keys)} limit ${sql.lit(options.limit + 1)}`;
    return pageOf({
      ...page,
      rows: rowsOf({ inside: sql`${ofCollection(options, "i")}${readable}`, ...position, range }),
    });
  },
  { shapes: maxPlans },
);

/** A page of the items that have or contain a value; `undefined` if PostgreSQL plans better when it sees the value. */
export async function selectWithValue(
  db: DbOrTx,
  values: PageValues,
  options: PageOptions & { limit: number },
  { path, kind, operand, isBackward }: RequestedValue,
): Promise<PageRow[] | undefined> {
  const json = toJson(operand);
  const params = { ...values, key: sortKey(operand), json, listJson: `[${json}]` };
  const { siteId, collectionId } = values;
  const valueOptions = { ...options, siteId, collectionId, path, isBackward };
  if (kind === "ORDER") return (await canScanListsInOrder(db)) ? selectEqual(db, params, valueOptions) : undefined;
  const cacheKey = JSON.stringify([siteId, collectionId, path, json]);
  if (frequentValues.has(cacheKey)) return undefined;
  const rows = await selectContaining(db, params, valueOptions);
  if ((rows[0]?.match_count ?? 0) <= maxListItems) return rows;
  frequentValues.set(cacheKey, true);
  return undefined;
}

const ordersListScans = new WeakMap<pg.Pool, Promise<boolean>>();

/** Whether index scans for a list of values are ordered: before PostgreSQL 17, all matching rows would be sorted. */
async function canScanListsInOrder(db: DbOrTx): Promise<boolean> {
  const pool = poolOf(db);
  if (!pool) return false;
  const cached = ordersListScans.get(pool) ?? isServer17(db);
  ordersListScans.set(pool, cached);
  cached.catch(() => ordersListScans.delete(pool));
  return cached;
}

async function isServer17(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ is17: boolean }>`
    select current_setting('server_version_num')::integer >= 170000 as is17`.execute(db);
  return rows[0]?.is17 === true;
}

/**
 * Uses an index of the field and this order. Reads items with the value and items with lists in page order, so that no
 * more rows are read than the page has. The one-element array keeps PostgreSQL from scanning the collection in id order
 * instead.
 */
const selectEqual = preparedStatement<ValueParams, PageRow, ValuePageOptions>(
  (bind, options) => {
    const { readable, position, page } = partsOf(bind, options);
    const value = storedValue(options.path, "i");
    const key = sortKeySql(value);
    const limit = sql`${sql.lit(options.limit + 1)}`;
    const indexOrder = orderBy([{ column: key, descending: options.isBackward }]);
    const range = sql`order by ${indexOrder}, ${orderBy(position.keys)} limit ${limit}`;
    const matching = (requestedKey: unknown, json: string) =>
      sql`(${rowsOf({
        inside: sql`${ofCollection(options, "i")}${readable} and ${key} = any(array[${requestedKey}]::text[])
        and coalesce(${value} @> ${json}::jsonb, false)`,
        ...position,
        range,
      })})`;
    const both = sql`${matching(bind("key"), bind("json"))} union all ${matching(sql.lit(listKey), bind("listJson"))}`;
    return pageOf({ ...page, rows: sql`select * from (${both}) i ${orderAndLimit(position.keys, limit)}` });
  },
  { shapes: maxPlans },
);

/** Lists to read at most, because the index of list elements has no page order. */
const maxListItems = 500;
/** Values with more lists, by site, collection and field. */
const frequentValues = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 });

/** Uses an index of list elements, for values in few lists. */
const selectContaining = preparedStatement<ValueParams, PageRow & { match_count: number }, ValuePageOptions>(
  (bind, options) => {
    const { readable, position, page } = partsOf(bind, options);
    const containing = rowsOf({
      // The subquery hides the value from the planner, which would otherwise plan for each value.
      inside: sql`${ofCollection(options, "i")}${readable} and ${storedValue(options.path, "i")} @> (select ${bind("json")}::jsonb)`,
      ...position,
      range: sql`limit ${sql.lit(maxListItems + 1)}`,
    });
    return pageOf<{ match_count: number }>({
      ...page,
      rows: sql`select *, count(*) over ()::integer as match_count from (${containing}) i ${orderAndLimit(position.keys, sql`${sql.lit(options.limit + 1)}`)}`,
      extra: { name: "match_count", value: sql`max(i.match_count)` },
    });
  },
  { shapes: maxPlans },
);
