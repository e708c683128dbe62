import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";
import { runSteady, statement } from "../../db/statement.ts";
import { collectionVersion } from "../collections-store.ts";
import type { ItemFields } from "../item-data.ts";
import { dataJson, wholeFields } from "./item-json.ts";
import type { Writing } from "./writes.ts";

/** A row as it is told: its id, and its data as JSON text. */
export interface ItemText {
  id: string;
  json: string;
}

export interface ItemKey {
  siteId: string;
  collectionId: string;
}

/** Everything here goes by this: the site, the collection, and whatever else the caller may see. */
export const inCollection = ({ siteId, collectionId }: ItemKey, alias = "i"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${siteId} and ${sql.ref(`${alias}.collection_id`)} = ${collectionId}`;

export interface NewItem {
  id: string;
  ownerId: string;
  at: Date;
  fields: ItemFields;
  published: boolean;
}

/** Those of the items that could be inserted, in one order so that nobody waits in a circle; what stands in the way of the others is a row with their id, or with a unique value. */
export async function insertItems(db: DbOrTx, key: ItemKey, items: readonly NewItem[]): Promise<ItemText[]> {
  const { rows } = await sql<ItemText>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select ${key.siteId}, ${key.collectionId}, n.id, n.owner_id, n.at, n.at, n.data, n.published
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ ownerId }) => ownerId)}::uuid[],
      ${items.map(({ at }) => at)}::timestamptz[], ${items.map(({ fields }) => JSON.stringify(fields))}::jsonb[],
      ${items.map(({ published }) => published)}::boolean[])
      as n (id, owner_id, at, data, published)
    order by n.id
    on conflict do nothing
    returning i.id, ${dataJson("i")} as json`.execute(db);
  return rows;
}

/**
 * Puts new fields in the place of those of these items, as far as they meet the condition; `_updatedDate` grows by a millisecond at
 * least. Lock them first where there are several.
 *
 * @param drafts Whether of an item that has a draft the draft is meant.
 */
export async function replaceItems(
  db: DbOrTx,
  key: ItemKey,
  items: readonly { id: string; fields: ItemFields }[],
  at: Date,
  condition: RawBuilder<boolean>,
  drafts = false,
): Promise<ItemText[]> {
  const isDraft = sql<boolean>`(${drafts} and i.draft is not null)`;
  const { rows } = await sql<ItemText>`
    update data_items i set data = case when ${isDraft} then i.data else n.data end,
      draft = case when ${isDraft} then n.data else i.draft end, updated_at = greatest(${at}::timestamptz, i.updated_at + interval '1 millisecond')
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ fields }) => JSON.stringify(fields))}::jsonb[]) as n (id, data)
    where ${inCollection(key)} and i.id = n.id and ${condition}
    returning i.id, ${dataJson("i", undefined, { drafts })} as json`.execute(db);
  return rows;
}

export async function deleteItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<ItemText[]> {
  const { rows } = await sql<ItemText>`
    delete from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${condition}
    returning i.id, ${dataJson("i")} as json`.execute(db);
  return rows;
}

export async function deleteAllItems(db: DbOrTx, key: ItemKey, condition: RawBuilder<boolean>): Promise<void> {
  await sql`delete from data_items i where ${inCollection(key)} and ${condition}`.execute(db);
}

/** @returns The version of the collection at that moment, and the item's data as JSON text; null where the caller sees none. */
export async function findItem(
  db: DbOrTx,
  { siteId, collectionId }: ItemKey,
  id: string,
  readable: { memberId: string | undefined; drafts: boolean },
  fields?: readonly string[],
): Promise<{ version: string; json: string | null } | undefined> {
  const { memberId = null, drafts } = readable;
  const shape = { isOwn: memberId !== null, drafts, isWhole: !fields || fields.length === 0 };
  const [row] = await readItem(db, { siteId, collectionId, id, memberId, fields: wholeFields(fields ?? []) }, shape);
  return row;
}

type ReadItem = ItemKey & { id: string; memberId: string | null; fields: readonly string[] };
type ItemShape = { isOwn: boolean; drafts: boolean; isWhole: boolean };

const readItem = statement<ReadItem, { version: string; json: string | null }, ItemShape>(
  (bind, { isOwn, drafts, isWhole }) => {
    const published = drafts ? sql`` : sql` and i.published`;
    const own = isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
    const json = dataJson("i", isWhole ? undefined : bind("fields"), { drafts });
    return sql<{ version: string; json: string | null }>`
      select ${collectionVersion} as version, (
        select ${json} from data_items i
        where i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")} and i.id = ${bind("id")}${published}${own}
      ) as json
      from data_collections c where c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")}`;
  },
);

type InsertItem = ItemKey & {
  id: string;
  ownerId: string;
  at: Date;
  data: string;
  published: boolean;
  version: string;
};

/** One item, as long as its collection has this version. @returns Its data as JSON text; nothing when it could not be inserted. */
export const insertOneItem = statement<InsertItem, ItemText>(
  (bind) => sql<ItemText>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select c.site_id, c.id, ${bind("id")}::text, ${bind("ownerId")}::uuid, ${bind("at")}::timestamptz,
      ${bind("at")}::timestamptz, ${bind("data")}::jsonb, ${bind("published")}::boolean
    from data_collections c
    where c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")} and ${collectionVersion} = ${bind("version")}::text
    on conflict do nothing
    returning i.id, ${dataJson("i")} as json`,
);

export async function findItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  readable: RawBuilder<boolean>,
  fields?: readonly string[],
): Promise<ItemText[]> {
  const { rows } = await sql<ItemText>`
    select i.id, ${dataJson("i", fields)} as json from data_items i
    where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}`.execute(db);
  return rows;
}

/** What a caller may do with a row, and what it holds. */
export interface LockedItem {
  id: string;
  fields: ItemFields;
  writable: boolean;
  meets: boolean;
}

/** Keeps these items as they are until the transaction ends; one after the other, so that nobody waits in a circle. */
export async function lockItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  { readable, writable, meets, drafts }: Pick<Writing, "readable" | "writable" | "meets" | "drafts">,
): Promise<LockedItem[]> {
  const fields = drafts ? sql`coalesce(i.draft, i.data)` : sql`i.data`;
  const { rows } = await sql<LockedItem>`
    select i.id, ${fields} as fields, (${writable}) is true as writable, (${meets}) is true as meets from data_items i
    where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}
    order by i.id for update`.execute(db);
  return rows;
}

/** Which of these ids are taken, whoever may see them. */
export async function findTakenIds(db: DbOrTx, key: ItemKey, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function countItems(db: DbOrTx, key: ItemKey, wanted: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from data_items i where ${inCollection(key)} and ${wanted}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** One step of an order. */
export interface SortKey {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
}

export interface PageQuestion {
  wanted: RawBuilder<boolean>;
  /** The last of them tells all items apart. */
  keys: readonly SortKey[];
  /** Between two items of the order; the page ends there when `backward`. */
  place?: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  offset: number;
  fields?: readonly string[] | undefined;
  drafts?: boolean;
  /** Whether `wanted` leaves about as many items for every caller, so that the plan of one fits all. */
  steady: boolean;
}

export interface ItemPage {
  /** Of the collection at that moment; absent where there are no items to tell it with. */
  version?: string | undefined;
  items: ItemText[];
  /** Where the page before this one ends; absent at the beginning. */
  previous?: string[];
  /** Where the next page begins; absent at the end. */
  next?: string[];
}

/** One page of items, which begins at a place instead of counting up to it. */
export async function findItemPage(db: DbOrTx, key: ItemKey, question: PageQuestion): Promise<ItemPage> {
  const { place, limit, offset, wanted } = question;
  const backward = place?.backward === true;
  const keys = backward ? question.keys.map((one) => ({ ...one, descending: !one.descending })) : question.keys;
  const beyond = place ? sql` and ${isBeyond(keys, place.values)}` : sql``;
  const columns = sql.join(keys.map(({ column }) => sql`(${column})::text`));
  const version = sql`(select ${collectionVersion} from data_collections c
    where c.site_id = ${key.siteId} and c.id = ${key.collectionId})`;
  const statement = sql<ItemText & { keys: string[]; version: string }>`
    select i.id, ${dataJson("i", question.fields, question)} as json, array[${columns}] as keys, ${version} as version
    from (
      select * from data_items i where ${inCollection(key)} and ${wanted}${beyond}
      order by ${orderBy(keys)} limit ${limit + 1} offset ${offset}
    ) i
    order by ${orderBy(keys)}`;
  const rows = question.steady ? await runSteady(db, statement) : (await statement.execute(db)).rows;
  const found = rows.slice(0, limit);
  const onwards = rows.length > limit ? found.at(-1)?.keys : undefined;
  const back = place || offset > 0 ? found[0]?.keys : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  return {
    version: rows[0]?.version,
    items: backward ? found.reverse() : found,
    ...(previous && { previous }),
    ...(next && { next }),
  };
}

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** Whether a row comes after the one with these values. */
function isBeyond(keys: readonly SortKey[], values: readonly string[]): RawBuilder<boolean> {
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

/** Ids of the first so many items that meet a condition, in their order. */
export async function findIdsAfter(
  db: DbOrTx,
  key: ItemKey,
  wanted: RawBuilder<boolean>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from data_items i where ${inCollection(key)} and ${wanted} order by i.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last id in the order of bytes that begins with this and nine digits. */
export async function findHighestId(db: DbOrTx, key: ItemKey, prefix: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select max(i.id) as id from data_items i
    where ${inCollection(key)} and i.id ~ ('^' || ${prefix}::text || '[0-9]{9}$')`.execute(db);
  return rows[0]?.id ?? undefined;
}
