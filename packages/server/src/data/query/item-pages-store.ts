import { maxItemBytes } from "@porchlight/contract/data/items/item-values";
import { type RawBuilder, sql } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { fieldKeys, type ItemText, type ParsedItem, parseItemJson } from "../items/item-json-sql.ts";
import { countItems, type ItemCount, type ItemKey, inCollection, versionOf } from "../items/items-store.ts";
import type { Operand } from "./filter/operands.ts";
import { type PageRow, pageOf, rowSeparator, type SortKey, unionOf } from "./page-sql.ts";
import {
  countInScan,
  isPlannedLimit,
  plannedLimitFor,
  selectEverything,
  selectInOrder,
  selectWithElement,
} from "./prepared-pages-store.ts";
import { maxResponseBytes } from "./response-size-sql.ts";
import type { IndexScan } from "./selection/index-scan.ts";
import { scanShape, scanValues } from "./selection/index-scan-sql.ts";

export interface PageQuery {
  /** The items match one of these conditions, and no item matches two. */
  conditions: () => readonly RawBuilder<boolean>[];
  /**
   * Set for pages that have prepared statements. `memberId` restricts them to the member's own items; `select` are the
   * other conditions.
   */
  prepared?: { memberId: string | undefined; select: PreparedSelection } | undefined;
  /** The last key is unique. */
  keys: readonly SortKey[];
  /** The position that the page starts after, or ends before if `backward`. */
  place?: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  offset: number;
  fields?: readonly string[] | undefined;
  drafts: boolean;
}

/** All items, those of an index scan in order, or those whose list contains a value. */
export type PreparedSelection =
  | { kind: "all" }
  | { kind: "scan"; scan: IndexScan }
  | { kind: "element"; path: string; operand: Operand };

export interface ItemPage {
  /** The version of the collection; absent if it is gone. */
  version?: string | undefined;
  items: ItemText[];
  /** The end of the previous page; absent on the first. */
  previous?: string[];
  /** The start of the next page; absent on the last. */
  next?: string[];
}

/** One page of items by keyset pagination. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export async function findItemPage(db: DbOrTx, key: ItemKey, query: PageQuery): Promise<ItemPage> {
  const { place, limit, offset } = query;
  const backward = place?.backward === true;
  const keys = backward ? query.keys.map((one) => ({ ...one, descending: !one.descending })) : query.keys;
  const fields = fieldKeys(query.fields);
  const [page] = await selectPage(db, key, { ...query, keys }, fields);
  if (page?.too_large) throw new Refusal("ANSWER_TOO_LARGE");
  const rows = page?.items?.split(rowSeparator) ?? [];
  const found = rows.slice(0, limit).map((row) => parseItemJson(row, fields));
  const positionOfItem = (item: ParsedItem | undefined) => item && positionOf(item, keys);
  const following = rows.length > limit ? positionOfItem(found.at(-1)) : undefined;
  const preceding = place || offset > 0 ? positionOfItem(found[0]) : undefined;
  const [previous, next] = backward ? [following, preceding] : [preceding, following];
  return {
    version: page?.version ?? undefined,
    items: backward ? found.reverse() : found,
    ...(previous && { previous }),
    ...(next && { next }),
  };
}

/** The number of items that match any of the conditions. */
export async function countSelected(
  db: DbOrTx,
  key: ItemKey,
  { conditions, prepared, drafts }: Pick<PageQuery, "conditions" | "prepared" | "drafts">,
): Promise<ItemCount> {
  if (prepared?.select.kind !== "scan") return countItems(db, key, conditions());
  const { memberId = null, select } = prepared;
  const { siteId, collectionId } = key;
  const options = { isOwn: memberId !== null, drafts, siteId, collectionId, scan: scanShape(select.scan) };
  const [row] = await countInScan(db, { siteId, collectionId, memberId, ...scanValues(select.scan) }, options);
  return row ?? { count: 0, version: null };
}

/** Pages of up to this many items never exceed the response limit. */
const maxNarrowItems = Math.floor(maxResponseBytes / maxItemBytes) - 1;

/** The position of an item in a sort order. Computed keys follow the item, in their order. */
function positionOf(item: ParsedItem, keys: readonly SortKey[]): string[] {
  let next = 0;
  return keys.map(({ system }) => {
    switch (system) {
      case "_id":
        return item.id;
      case "_createdDate":
        return item.createdDate;
      case "_updatedDate":
        return item.updatedDate;
      default:
        return JSON.parse(item.more[next++] ?? '""');
    }
  });
}

async function selectPage(
  db: DbOrTx,
  key: ItemKey,
  query: PageQuery,
  fields: readonly string[] | undefined,
): Promise<PageRow[]> {
  const { conditions, keys, place, limit, offset, drafts } = query;
  const rows = await selectPrepared(db, key, query, fields);
  if (rows) return rows;
  const limits = { each: sql`${offset + limit + 1}`, all: sql`${limit + 1} offset ${offset}` };
  const page = await pageOf({
    rows: unionOf({ collection: inCollection(key), conditions: conditions(), keys, values: place?.values, limits }),
    keys,
    drafts,
    hidden: key.hidden,
    fields,
    version: versionOf(key.siteId, key.collectionId),
    isSizeChecked: limit > maxNarrowItems,
  }).execute(db);
  return page.rows;
}

/** @returns `undefined` if there is no prepared statement for the page. */
async function selectPrepared(
  db: DbOrTx,
  key: ItemKey,
  { prepared, keys, place, limit, offset, drafts }: PageQuery,
  fields: readonly string[] | undefined,
): Promise<PageRow[] | undefined> {
  const order = keys.map(({ system, storedPath, descending }) => ({ system, storedPath, descending }));
  const isCacheable = order.every(({ system, storedPath }) => system !== undefined || storedPath !== undefined);
  if (!prepared || !isCacheable || limit > maxNarrowItems) return undefined;
  const { select, memberId = null } = prepared;
  const { siteId, collectionId, hidden } = key;
  const options = {
    order,
    hasPosition: place !== undefined,
    isOwn: memberId !== null,
    drafts,
    isWhole: fields === undefined,
    hides: hidden.length > 0,
  };
  const values = { ...key, memberId, place: place?.values ?? [], fields: fields ?? null };
  if (select.kind === "all") {
    const range = { limit: isPlannedLimit(limit) ? limit : null, skips: offset > 0 };
    return selectEverything(db, { ...values, limit: limit + 1, offset }, { ...options, ...range });
  }
  const planned = offset === 0 ? plannedLimitFor(limit) : undefined;
  if (planned === undefined) return undefined;
  if (select.kind === "element") {
    return isPlannedLimit(limit) ? selectWithElement(db, values, { ...options, limit }, select) : undefined;
  }
  const scan = { ...values, ...scanValues(select.scan), limit: limit + 1 };
  return selectInOrder(db, scan, { ...options, siteId, collectionId, limit: planned, scan: scanShape(select.scan) });
}
