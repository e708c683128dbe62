import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { createBatchLoader, type Indexed } from "../../platform/db/batch-loader.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { preparedStatement } from "../../platform/db/prepared-statement.ts";
import { identityOf } from "../../platform/events/events-store.ts";
import type { Collection } from "../collections/collection.ts";
import { collectionVersion } from "../collections/collections-store.ts";
import type { DataContext } from "../data-context.ts";
import type { ItemFields } from "./item-data.ts";
import { fieldKeys, type ItemText, readTold, told } from "./item-json-sql.ts";

export type Publication = "draft" | "publish" | "unpublish" | "unpublish to draft";

const changes = {
  draft: sql`draft = coalesce(i.draft, i.data)`,
  publish: sql`data = coalesce(i.draft, i.data), draft = null, published = true`,
  unpublish: sql`published = false`,
  "unpublish to draft": sql`published = false, draft = i.data`,
} as const;

/** @returns What is told of the item then; nothing when it is to be published and has nothing that is not. */
export async function publishRow(
  tx: DbOrTx,
  key: ItemKey,
  id: string,
  how: Publication,
  at: Date,
): Promise<ItemText | undefined> {
  const isOpen = how === "publish" ? sql<boolean>`(i.draft is not null or not i.published)` : sql<boolean>`true`;
  const { rows } = await sql<{ told: string }>`
    update data_items i set ${changes[how]},
      updated_at = greatest(${at}::timestamptz, i.updated_at + interval '1 millisecond')
    where ${inCollection(key)} and i.id = ${id} and ${isOpen}
    returning ${told("i", key.hidden, { drafts: true })} as told`.execute(tx);
  return rows[0] && readTold(rows[0].told);
}

interface ToldRow {
  told: string;
}

export interface ItemKey {
  siteId: string;
  collectionId: string;
  /** Fields that the caller is told of no item. */
  hidden: readonly string[];
}

/** The items of a collection, as the caller sees it. */
export const itemsIn = ({ site }: Pick<DataContext, "site">, { id, hidden }: Collection): ItemKey => ({
  siteId: site.id,
  collectionId: id,
  hidden: [...hidden.keys()],
});

export type Place = Pick<ItemKey, "siteId" | "collectionId">;

/** The rows of one collection. Every statement here has it, with a condition for what the caller may see. */
export const inCollection = ({ siteId, collectionId }: Place, alias = "i"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${siteId} and ${sql.ref(`${alias}.collection_id`)} = ${collectionId}`;

export interface NewItem {
  id: string;
  ownerId: string;
  at: Date;
  fields: ItemFields;
  published: boolean;
}

// Texts become JSON row by row, for PostgreSQL keeps all that it needs to read a list of JSON until the list is read: a hundred times as much.

/**
 * Inserts items, in the order of their ids, so that no two callers wait for each other.
 *
 * @returns Those that could be inserted: the others have the id, or a unique value, of an item that is there.
 */
export async function insertItems(db: DbOrTx, key: ItemKey, items: readonly NewItem[]): Promise<ItemText[]> {
  const { rows } = await sql<ToldRow>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select ${key.siteId}, ${key.collectionId}, n.id, n.owner_id, n.at, n.at, n.data::jsonb, n.published
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ ownerId }) => ownerId)}::uuid[],
      ${items.map(({ at }) => at)}::timestamptz[], ${items.map(({ fields }) => JSON.stringify(fields))}::text[],
      ${items.map(({ published }) => published)}::boolean[])
      as n (id, owner_id, at, data, published)
    order by n.id
    on conflict do nothing
    returning ${told("i", key.hidden)} as told`.execute(db);
  return rows.map((row) => readTold(row.told));
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
  items: readonly ({ id: string } & ({ fields: ItemFields } | { json: string }))[],
  at: Date,
  condition: RawBuilder<boolean>,
  drafts = false,
): Promise<ItemText[]> {
  const isDraft = sql<boolean>`(${drafts} and i.draft is not null)`;
  const { rows } = await sql<ToldRow>`
    update data_items i set data = case when ${isDraft} then i.data else n.data::jsonb end,
      draft = case when ${isDraft} then n.data::jsonb else i.draft end, updated_at = greatest(${at}::timestamptz, i.updated_at + interval '1 millisecond')
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map((item) => ("json" in item ? item.json : JSON.stringify(item.fields)))}::text[])
      as n (id, data)
    where ${inCollection(key)} and i.id = n.id and ${condition}
    returning ${told("i", key.hidden, { drafts })} as told`.execute(db);
  return rows.map((row) => readTold(row.told));
}

type ReplaceItem = ItemKey & {
  id: string;
  at: Date;
  data: string;
  /** By whom, as events tell it. */
  identity: string;
  /** Whose items alone the caller reads, or changes. */
  memberId: string | null;
  version: string;
};

/** One item that the caller may read and change, as long as its collection has this version. @returns Nothing when there is none. */
export async function replaceOneItem(
  db: DbOrTx,
  item: ReplaceItem,
  shape: Omit<ReplaceShape, "hides">,
): Promise<ItemText | undefined> {
  const [row] = await replaceRow(db, item, { ...shape, hides: item.hidden.length > 0 });
  return row && readTold(row.told);
}

interface ReplaceShape {
  drafts: boolean;
  published: boolean;
  isOwn: boolean;
  hides: boolean;
}

const replaceRow = preparedStatement<ReplaceItem, ToldRow, ReplaceShape>(
  (bind, { drafts, published, isOwn, hides }) => {
    const data = sql`${bind("data")}::jsonb`;
    const values = drafts
      ? sql`data = case when i.draft is null then ${data} else i.data end, draft = case when i.draft is not null then ${data} end`
      : sql`data = ${data}`;
    return sql<ToldRow>`
      update data_items i set ${values}, updated_at = greatest(${bind("at")}::timestamptz, i.updated_at + interval '1 millisecond')
      from data_collections c, (select set_config('porchlight.identity', ${bind("identity")}, true) as by) said
      where said.by is not null
        and c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")} and ${collectionVersion} = ${bind("version")}::text
        and i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")} and i.id = ${bind("id")}::text
        ${published ? sql`and i.published` : sql``} ${isOwn ? sql`and i.owner_id = ${bind("memberId")}` : sql``}
      returning ${told("i", hides ? bind("hidden") : [], { drafts })} as told`;
  },
);

/** Has events name who makes the changes of a statement. Use it among the tables of the statement, and `said.by is not null` among its conditions. */
export const sayBy = (caller: Caller) =>
  sql`(select set_config('porchlight.identity', ${JSON.stringify(identityOf(caller))}, true) as by) said`;

/** @param caller By whom, as events tell it. */
export async function deleteItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<ItemText[]> {
  const { rows } = await sql<ToldRow>`
    delete from data_items i using ${sayBy(caller)} where said.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${condition}
    returning ${told("i", key.hidden)} as told`.execute(db);
  return rows.map((row) => readTold(row.told));
}

/** The same, for many: of what they held nothing is told. @returns Their ids. */
export async function deleteItemIds(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from data_items i using ${sayBy(caller)} where said.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${condition}
    returning i.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteAllItems(
  db: DbOrTx,
  key: ItemKey,
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<void> {
  await sql`delete from data_items i using ${sayBy(caller)}
    where said.by is not null and ${inCollection(key)} and ${condition}`.execute(db);
}

/** @returns The version of the collection at that moment, and the item; without one where the caller sees none. */
export async function findItem(
  db: DbOrTx,
  key: ItemKey,
  id: string,
  readable: { memberId: string | undefined; drafts: boolean },
  fields?: readonly string[],
): Promise<{ version: string; item?: ItemText } | undefined> {
  const { memberId = null, drafts } = readable;
  const keys = fieldKeys(fields);
  const row = await readItem(db, { ...key, memberId, drafts, keys: keys ?? null }, id);
  if (!row) return undefined;
  return { version: row.version, ...(row.told !== null && { item: readTold(row.told, keys) }) };
}

/** What reads of single items need to have in common to be made by one statement: the same is shown of each. */
type ReadAlike = ItemKey & { memberId: string | null; drafts: boolean; keys: readonly string[] | null };
type ReadItem = ItemKey & { ids: readonly (string | null)[]; memberId: string | null; keys: readonly string[] | null };
type FoundRow = Indexed & { version: string; told: string | null };

const readItem = createBatchLoader(async (db, { drafts, ...values }: ReadAlike, ids: readonly (string | null)[]) =>
  selectItems(
    db,
    { ...values, ids },
    {
      isOwn: values.memberId !== null,
      drafts,
      isWhole: values.keys === null,
      hides: values.hidden.length > 0,
    },
  ),
);

const selectItems = preparedStatement<
  ReadItem,
  FoundRow,
  { isOwn: boolean; drafts: boolean; isWhole: boolean; hides: boolean }
>((bind, { isOwn, drafts, isWhole, hides }) => {
  const published = drafts ? sql`` : sql` and i.published`;
  const own = isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
  const item = told("i", hides ? bind("hidden") : [], {
    keys: isWhole ? undefined : (bind("keys") ?? undefined),
    drafts,
  });
  return sql<FoundRow>`
      select wanted.place::integer as index, ${collectionVersion} as version,
        case when i.id is not null then ${item} end as told
      from unnest(${bind("ids")}::text[]) with ordinality as wanted (id, place)
        join data_collections c on c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")}
        left join data_items i on i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")}
          and i.id = wanted.id${published}${own}
      where wanted.id is not null`;
});

type InsertItem = ItemKey & {
  id: string;
  ownerId: string;
  at: Date;
  data: string;
  published: boolean;
  version: string;
};

/** One item, as long as its collection has this version. @returns Its data as JSON text; nothing when it could not be inserted. */
export async function insertOneItem(db: DbOrTx, item: InsertItem): Promise<ItemText | undefined> {
  const [row] = await insertRow(db, item, { hides: item.hidden.length > 0 });
  return row && readTold(row.told);
}

const insertRow = preparedStatement<InsertItem, ToldRow, { hides: boolean }>(
  (bind, { hides }) => sql<ToldRow>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select c.site_id, c.id, ${bind("id")}::text, ${bind("ownerId")}::uuid, ${bind("at")}::timestamptz,
      ${bind("at")}::timestamptz, ${bind("data")}::jsonb, ${bind("published")}::boolean
    from data_collections c
    where c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")} and ${collectionVersion} = ${bind("version")}::text
    on conflict do nothing
    returning ${told("i", hides ? bind("hidden") : [])} as told`,
);

export async function findItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  readable: RawBuilder<boolean>,
  fields?: readonly string[],
  drafts = false,
): Promise<ItemText[]> {
  const keys = fieldKeys(fields);
  const { rows } = await sql<ToldRow>`
    select ${told("i", key.hidden, { keys, drafts })} as told from data_items i
    where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}`.execute(db);
  return rows.map((row) => readTold(row.told, keys));
}

/** Which of these ids are taken, whoever may read the items. */
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
