import { maxItemBytes } from "@porchlight/contract/data/items/item-values";
import { type RawBuilder, sql } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { fieldKeys, type ItemText, readTold, type ToldItem } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { firstOf, type PageRow, pageOf, rowsEnd, rowsOf, type SortKey, versionOf } from "./page-sql.ts";
import { isPlannedLimit, selectEverything, selectInOrder, selectWithValue } from "./prepared-pages-store.ts";
import type { AskedValue } from "./requested-value.ts";
import { answerMaxBytes } from "./response-size-sql.ts";

export interface PageQuestion {
  wanted: () => RawBuilder<boolean>;
  /**
   * Given where the page is of everything that the caller may read, or of that with one value in a field: such pages have prepared
   * statements. `memberId` confines it to that member's own items.
   */
  everything?: { memberId: string | undefined; having?: AskedValue | undefined } | undefined;
  /** The last of them tells all items apart. */
  keys: readonly SortKey[];
  /** Between two items of the order; the page ends there when `backward`. */
  place?: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  offset: number;
  fields?: readonly string[] | undefined;
  drafts: boolean;
}

export interface ItemPage {
  /** Of the collection at that moment; absent when it was gone. */
  version?: string | undefined;
  items: ItemText[];
  /** Where the page before this one ends; absent at the beginning. */
  previous?: string[];
  /** Where the next page begins; absent at the end. */
  next?: string[];
}

/** One page of items, which begins at a place instead of counting up to it. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export async function findItemPage(db: DbOrTx, key: ItemKey, question: PageQuestion): Promise<ItemPage> {
  const { place, limit, offset } = question;
  const backward = place?.backward === true;
  const keys = backward ? question.keys.map((one) => ({ ...one, descending: !one.descending })) : question.keys;
  const fields = fieldKeys(question.fields);
  const [page] = await selectPage(db, key, { ...question, keys }, fields);
  if (page?.too_large) throw new Refusal("ANSWER_TOO_LARGE");
  const rows = page?.told?.split(rowsEnd) ?? [];
  const found = rows.slice(0, limit).map((row) => readTold(row, fields));
  const placeOf = (item: ToldItem | undefined) => item && placeAt(item, keys);
  const onwards = rows.length > limit ? placeOf(found.at(-1)) : undefined;
  const back = place || offset > 0 ? placeOf(found[0]) : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  return {
    version: page?.version ?? undefined,
    items: backward ? found.reverse() : found,
    ...(previous && { previous }),
    ...(next && { next }),
  };
}

/** Items of which no page is larger than an answer may be. */
const mostNarrow = Math.floor(answerMaxBytes / maxItemBytes) - 1;

/** Where an item stands in an order. Keys that are not told with it come after it, in their order. */
function placeAt(item: ToldItem, keys: readonly SortKey[]): string[] {
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
  question: PageQuestion,
  fields: readonly string[] | undefined,
): Promise<PageRow[]> {
  const { wanted, keys, place, limit, offset, drafts } = question;
  const rows = await selectPrepared(db, key, question, fields);
  if (rows) return rows;
  const inside = sql`${inCollection(key)} and ${wanted()}`;
  const range = firstOf(keys, sql`${limit + 1} offset ${offset}`);
  const page = await pageOf({
    rows: rowsOf({ inside, keys, values: place?.values, range }),
    keys,
    drafts,
    hidden: key.hidden,
    fields,
    version: versionOf(key.siteId, key.collectionId),
    isWide: limit > mostNarrow,
  }).execute(db);
  return page.rows;
}

/** Undefined where there is no statement for it that is prepared. */
async function selectPrepared(
  db: DbOrTx,
  key: ItemKey,
  { everything, keys, place, limit, offset, drafts }: PageQuestion,
  fields: readonly string[] | undefined,
): Promise<PageRow[] | undefined> {
  const order = keys.map(({ system, indexed, descending }) => ({ system, indexed, descending }));
  const isWritten = order.every(({ system, indexed }) => system !== undefined || indexed !== undefined);
  if (!everything || !isWritten || order.length > 2 || limit > mostNarrow) return undefined;
  const { having, memberId = null } = everything;
  const [first = "", second = ""] = place?.values ?? [];
  const shape = {
    order,
    isBeyond: place !== undefined,
    isOwn: memberId !== null,
    drafts,
    isWhole: fields === undefined,
    hides: key.hidden.length > 0,
  };
  const values = { ...key, memberId, first, second, fields: fields ?? null };
  const isPlanned = offset === 0 && isPlannedLimit(limit);
  if (having) {
    if (!isPlanned) return undefined;
    const ledDescending = having.ledDescending !== (place?.backward === true);
    return selectWithValue(db, values, { ...shape, limit }, { ...having, ledDescending });
  }
  if (order.some(({ indexed }) => indexed !== undefined))
    return isPlanned
      ? selectInOrder(db, values, { ...shape, siteId: key.siteId, collectionId: key.collectionId, limit })
      : undefined;
  const range = { limit: isPlannedLimit(limit) ? limit : null, skips: offset > 0 };
  return selectEverything(db, { ...values, limit: limit + 1, offset }, { ...shape, ...range });
}
