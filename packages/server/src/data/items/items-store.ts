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
import { fieldKeys, type ItemText, itemJson, parseItemJson } from "./item-json-sql.ts";

export type Publication = "draft" | "publish" | "unpublish" | "unpublish to draft";

const publicationChanges = {
  draft: sql`draft = coalesce(i.draft, i.data)`,
  publish: sql`data = coalesce(i.draft, i.data), draft = null, published = true`,
  unpublish: sql`published = false`,
  "unpublish to draft": sql`published = false, draft = i.data`,
} as const;

/** @returns `undefined` for `publish` if the item has no unpublished changes. */
export async function publishRow(
  tx: DbOrTx,
  key: ItemKey,
  id: string,
  action: Publication,
  at: Date,
): Promise<ItemText | undefined> {
  const hasChanges = action === "publish" ? sql<boolean>`(i.draft is not null or not i.published)` : sql<boolean>`true`;
  const { rows } = await sql<ItemRow>`
    update data_items i set ${publicationChanges[action]},
      updated_at = greatest(${at}::timestamptz, i.updated_at + interval '1 millisecond')
    where ${inCollection(key)} and i.id = ${id} and ${hasChanges}
    returning ${itemJson("i", key.hidden, { drafts: true })} as item`.execute(tx);
  return rows[0] && parseItemJson(rows[0].item);
}

interface ItemRow {
  item: string;
}

export interface ItemKey {
  siteId: string;
  collectionId: string;
  /** Fields that are hidden from the caller. */
  hidden: readonly string[];
}

/** The items of a collection, with the fields that are hidden from the caller. */
export const itemsIn = ({ site }: Pick<DataContext, "site">, { id, hidden }: Collection): ItemKey => ({
  siteId: site.id,
  collectionId: id,
  hidden: [...hidden.keys()],
});

export type CollectionKey = Pick<ItemKey, "siteId" | "collectionId">;

/** The rows of one collection, to be combined with an access condition. */
export const inCollection = ({ siteId, collectionId }: CollectionKey, alias = "i"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${siteId} and ${sql.ref(`${alias}.collection_id`)} = ${collectionId}`;

export interface NewItem {
  id: string;
  ownerId: string;
  at: Date;
  fields: ItemFields;
  published: boolean;
}

// JSON is passed as text and cast row by row: parsing one large JSON list takes PostgreSQL a hundred times the memory.

/**
 * Inserts items in the order of their ids, which prevents deadlocks.
 *
 * @returns The inserted items, without those whose id or unique value is taken.
 */
export async function insertItems(db: DbOrTx, key: ItemKey, items: readonly NewItem[]): Promise<ItemText[]> {
  const { rows } = await sql<ItemRow>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select ${key.siteId}, ${key.collectionId}, n.id, n.owner_id, n.at, n.at, n.data::jsonb, n.published
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ ownerId }) => ownerId)}::uuid[],
      ${items.map(({ at }) => at)}::timestamptz[], ${items.map(({ fields }) => JSON.stringify(fields))}::text[],
      ${items.map(({ published }) => published)}::boolean[])
      as n (id, owner_id, at, data, published)
    order by n.id
    on conflict do nothing
    returning ${itemJson("i", key.hidden)} as item`.execute(db);
  return rows.map((row) => parseItemJson(row.item));
}

/**
 * Replaces the fields of the items that match the condition; `_updatedDate` grows by at least a millisecond. Lock
 * several items first.
 *
 * @param drafts Whether to replace the draft of an item that has one.
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
  const { rows } = await sql<ItemRow>`
    update data_items i set data = case when ${isDraft} then i.data else n.data::jsonb end,
      draft = case when ${isDraft} then n.data::jsonb else i.draft end, updated_at = greatest(${at}::timestamptz, i.updated_at + interval '1 millisecond')
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map((item) => ("json" in item ? item.json : JSON.stringify(item.fields)))}::text[])
      as n (id, data)
    where ${inCollection(key)} and i.id = n.id and ${condition}
    returning ${itemJson("i", key.hidden, { drafts })} as item`.execute(db);
  return rows.map((row) => parseItemJson(row.item));
}

type ReplaceItem = ItemKey & {
  id: string;
  at: Date;
  data: string;
  /** The identity that events record, as JSON. */
  identity: string;
  /** Restricts the update to this member's own items. */
  memberId: string | null;
  version: string;
};

/** Replaces one item if the collection still has this version. @returns `undefined` if no row matches. */
export async function replaceOneItem(
  db: DbOrTx,
  item: ReplaceItem,
  options: Omit<ReplaceOptions, "hides">,
): Promise<ItemText | undefined> {
  const [row] = await replaceRow(db, item, { ...options, hides: item.hidden.length > 0 });
  return row && parseItemJson(row.item);
}

interface ReplaceOptions {
  drafts: boolean;
  published: boolean;
  isOwn: boolean;
  hides: boolean;
}

const replaceRow = preparedStatement<ReplaceItem, ItemRow, ReplaceOptions>(
  (bind, { drafts, published, isOwn, hides }) => {
    const data = sql`${bind("data")}::jsonb`;
    const values = drafts
      ? sql`data = case when i.draft is null then ${data} else i.data end, draft = case when i.draft is not null then ${data} end`
      : sql`data = ${data}`;
    return sql<ItemRow>`
      update data_items i set ${values}, updated_at = greatest(${bind("at")}::timestamptz, i.updated_at + interval '1 millisecond')
      from data_collections c, (select set_config('porchlight.identity', ${bind("identity")}, true) as by) actor
      where actor.by is not null
        and c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")} and ${collectionVersion} = ${bind("version")}::text
        and i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")} and i.id = ${bind("id")}::text
        ${published ? sql`and i.published` : sql``} ${isOwn ? sql`and i.owner_id = ${bind("memberId")}` : sql``}
      returning ${itemJson("i", hides ? bind("hidden") : [], { drafts })} as item`;
  },
);

/**
 * Sets the identity that events record: add it to the tables of a statement and `actor.by is not null` to its
 * conditions.
 */
export const setIdentity = (caller: Caller) =>
  sql`(select set_config('porchlight.identity', ${JSON.stringify(identityOf(caller))}, true) as by) actor`;

export async function deleteItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<ItemText[]> {
  const { rows } = await sql<ItemRow>`
    delete from data_items i using ${setIdentity(caller)} where actor.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${condition}
    returning ${itemJson("i", key.hidden)} as item`.execute(db);
  return rows.map((row) => parseItemJson(row.item));
}

/** @returns The ids of the deleted items. */
export async function deleteItemIds(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from data_items i using ${setIdentity(caller)} where actor.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${condition}
    returning i.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteAllItems(
  db: DbOrTx,
  key: ItemKey,
  condition: RawBuilder<boolean>,
  caller: Caller,
): Promise<void> {
  await sql`delete from data_items i using ${setIdentity(caller)}
    where actor.by is not null and ${inCollection(key)} and ${condition}`.execute(db);
}

/**
 * @returns The version of the collection, and the item if the caller may read one; `undefined` without the collection.
 */
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
  return { version: row.version, ...(row.item !== null && { item: parseItemJson(row.item, keys) }) };
}

/** Reads with equal options are batched into one statement. */
type ReadOptions = ItemKey & { memberId: string | null; drafts: boolean; keys: readonly string[] | null };
type ReadItem = ItemKey & { ids: readonly (string | null)[]; memberId: string | null; keys: readonly string[] | null };
type FoundRow = Indexed & { version: string; item: string | null };

const readItem = createBatchLoader(async (db, { drafts, ...values }: ReadOptions, ids: readonly (string | null)[]) =>
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
  const item = itemJson("i", hides ? bind("hidden") : [], {
    keys: isWhole ? undefined : (bind("keys") ?? undefined),
    drafts,
  });
  return sql<FoundRow>`
      select requested.place::integer as index, ${collectionVersion} as version,
        case when i.id is not null then ${item} end as item
      from unnest(${bind("ids")}::text[]) with ordinality as requested (id, place)
        join data_collections c on c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")}
        left join data_items i on i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")}
          and i.id = requested.id${published}${own}
      where requested.id is not null`;
});

type InsertItem = ItemKey & {
  id: string;
  ownerId: string;
  at: Date;
  data: string;
  published: boolean;
  version: string;
};

/** Inserts one item if the collection still has this version. @returns `undefined` if nothing was inserted. */
export async function insertOneItem(db: DbOrTx, item: InsertItem): Promise<ItemText | undefined> {
  const [row] = await insertRow(db, item, { hides: item.hidden.length > 0 });
  return row && parseItemJson(row.item);
}

const insertRow = preparedStatement<InsertItem, ItemRow, { hides: boolean }>(
  (bind, { hides }) => sql<ItemRow>`
    insert into data_items as i (site_id, collection_id, id, owner_id, created_at, updated_at, data, published)
    select c.site_id, c.id, ${bind("id")}::text, ${bind("ownerId")}::uuid, ${bind("at")}::timestamptz,
      ${bind("at")}::timestamptz, ${bind("data")}::jsonb, ${bind("published")}::boolean
    from data_collections c
    where c.site_id = ${bind("siteId")} and c.id = ${bind("collectionId")} and ${collectionVersion} = ${bind("version")}::text
    on conflict do nothing
    returning ${itemJson("i", hides ? bind("hidden") : [])} as item`,
);

/** The items among these ids that the caller may read. */
export async function findReadableItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  { memberId = null, drafts }: { memberId?: string | null | undefined; drafts: boolean },
): Promise<ItemText[]> {
  const options = { isOwn: memberId !== null, drafts, isWhole: true, hides: key.hidden.length > 0 };
  const rows = await selectItems(db, { ...key, memberId, keys: null, ids }, options);
  return rows.flatMap(({ item }) => (item === null ? [] : parseItemJson(item)));
}

export async function findItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  readable: RawBuilder<boolean>,
  fields?: readonly string[],
  drafts = false,
): Promise<ItemText[]> {
  const keys = fieldKeys(fields);
  const { rows } = await sql<ItemRow>`
    select ${itemJson("i", key.hidden, { keys, drafts })} as item from data_items i
    where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}`.execute(db);
  return rows.map((row) => parseItemJson(row.item, keys));
}

/** The ids among these that exist, regardless of access. */
export async function findTakenIds(db: DbOrTx, key: ItemKey, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** @param conditions Conditions of which no item matches two. */
export async function countItems(
  db: DbOrTx,
  key: ItemKey,
  conditions: readonly RawBuilder<boolean>[],
): Promise<ItemCount> {
  const { rows } = await countOf({
    version: versionOf(key.siteId, key.collectionId),
    conditions: conditions.map((condition) => sql`${inCollection(key)} and ${condition}`),
  }).execute(db);
  return rows[0] ?? { count: 0, version: null };
}

/** The number of items, and the version of their collection; null if the collection no longer exists. */
export interface ItemCount {
  count: number;
  version: string | null;
}

/** Counts the items `i` that match one of the conditions, of which no item matches two. */
export function countOf({
  version,
  conditions,
}: {
  version: RawBuilder<unknown>;
  conditions: readonly RawBuilder<unknown>[];
}): RawBuilder<ItemCount> {
  const counts = conditions.map((condition) => sql`(select count(*) from data_items i where ${condition})`);
  return sql<ItemCount>`select (${sql.join(counts, sql` + `)})::integer as count, ${version} as version`;
}

export const versionOf = (
  siteId: string,
  collectionId: string,
) => sql`(select ${collectionVersion} from data_collections c
  where c.site_id = ${siteId} and c.id = ${collectionId})`;

/** The first ids in order that match the condition. */
export async function findIdsAfter(
  db: DbOrTx,
  key: ItemKey,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from data_items i where ${inCollection(key)} and ${condition} order by i.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The greatest id that consists of the prefix and nine digits. */
export async function findHighestId(db: DbOrTx, key: ItemKey, prefix: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select max(i.id) as id from data_items i
    where ${inCollection(key)} and i.id ~ ('^' || ${prefix}::text || '[0-9]{9}$')`.execute(db);
  return rows[0]?.id ?? undefined;
}
