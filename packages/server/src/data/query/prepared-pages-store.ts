import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { DbOrTx } from "../../platform/db/database.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { ofCollection, storedValue } from "../indexes/index-sql.ts";
import { countOf, type ItemCount, type ItemKey, versionOf } from "../items/items-store.ts";
import { type Operand, toJson } from "./filter/operands.ts";
import { entryOf, keyOf, orderAndLimit, type PageRow, pageOf, rowsOf, type SortKeySpec, unionOf } from "./page-sql.ts";
import { type IndexScanShape, type IndexScanValues, scanConditions } from "./selection/index-scan-sql.ts";

/** Limits with a statement of their own: a literal limit lets PostgreSQL cache a better plan. */
const plannedLimits = [10, 20, 50, 100];
export const isPlannedLimit = (limit: number): boolean => plannedLimits.includes(limit);
/** The smallest planned limit that includes a page; `undefined` for larger pages. */
export const plannedLimitFor = (limit: number): number | undefined => plannedLimits.find((planned) => limit <= planned);

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
  /** The sort keys that the page starts after. */
  place: readonly string[];
  fields: readonly string[] | null;
}

function readableOf(
  bind: Bind<Pick<PageValues, "memberId">>,
  { drafts, isOwn }: Pick<PageOptions, "drafts" | "isOwn">,
) {
  const published = drafts ? sql`` : sql` and i.published`;
  const own = isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
  return sql`${published}${own}`;
}

function partsOf(bind: Bind<PageValues>, options: PageOptions) {
  const keys = options.order.flatMap((key) => keyOf(key) ?? []);
  return {
    readable: readableOf(bind, options),
    position: {
      keys,
      values: options.hasPosition ? keys.map((_key, index) => entryOf(bind("place"), index)) : undefined,
    },
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
type ScanPageOptions = PageOptions & Pick<ItemKey, "siteId" | "collectionId"> & { limit: number; scan: IndexScanShape };
type ScanPageValues = PageValues & IndexScanValues & { limit: number };

/** Maximum number of prepared statements: each uses memory in every connection. */
const maxPlans = 64;

/** A page of the items of an index scan. */
export const selectInOrder = preparedStatement<ScanPageValues, PageRow, ScanPageOptions>(
  (bind, options) => {
    const { readable, position, page } = partsOf(bind, options);
    const scan = scanConditions(options.scan, { keys: bind("keys"), jsons: bind("jsons"), limits: bind("limits") });
    const collection = sql`${ofCollection(options, "i")}${readable}`;
    const limits = { each: sql`${sql.lit(options.limit + 1)}`, all: sql`${bind("limit")}` };
    return pageOf({ ...page, rows: unionOf({ collection, conditions: scan, ...position, limits }) });
  },
  { shapes: maxPlans },
);

type CountOptions = Pick<ScanPageOptions, "isOwn" | "drafts" | "siteId" | "collectionId" | "scan">;
type CountValues = Pick<ScanPageValues, "siteId" | "collectionId" | "memberId" | "keys" | "jsons" | "limits">;

/** The number of items of an index scan. */
export const countInScan = preparedStatement<CountValues, ItemCount, CountOptions>(
  (bind, options) => {
    const values = { keys: bind("keys"), jsons: bind("jsons"), limits: bind("limits") };
    const inside = sql`${ofCollection(options, "i")}${readableOf(bind, options)}`;
    return countOf({
      version: versionOf(bind("siteId"), bind("collectionId")),
      conditions: scanConditions(options.scan, values).map((condition) => sql`${inside} and ${condition}`),
    });
  },
  { shapes: maxPlans },
);

/** Maximum number of matches to sort, because an index of list elements does not have the order of the page. */
const maxListItems = 500;
/** Values with more matches, by site, collection, and field. */
const frequentValues = new LRUCache<string, true>({ max: 1_000, ttl: 10 * 60_000 });

/** A page of the items whose list contains a value; `undefined` if there are too many. Uses an index of elements. */
export async function selectWithElement(
  db: DbOrTx,
  values: PageValues,
  options: PageOptions & { limit: number },
  { path, operand }: { path: string; operand: Operand },
): Promise<PageRow[] | undefined> {
  const { siteId, collectionId } = values;
  const json = toJson(operand);
  const cacheKey = JSON.stringify([siteId, collectionId, path, json]);
  if (frequentValues.has(cacheKey)) return undefined;
  const rows = await selectContaining(db, { ...values, json }, { ...options, siteId, collectionId, path });
  if ((rows[0]?.match_count ?? 0) <= maxListItems) return rows;
  frequentValues.set(cacheKey, true);
  return undefined;
}

type ListPageOptions = PageOptions & Pick<ItemKey, "siteId" | "collectionId"> & { limit: number; path: string };

const selectContaining = preparedStatement<
  PageValues & { json: string },
  PageRow & { match_count: number },
  ListPageOptions
>(
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
