import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";
import { fieldKeys, readTold, told } from "./item-json.ts";
import type { ItemKey } from "./items-store.ts";

/** A field of one collection that refers to many items. */
export interface ReferenceField extends ItemKey {
  field: string;
}

export interface Reference {
  itemId: string;
  referencedId: string;
}

const inField = ({ siteId, collectionId, field }: ReferenceField): RawBuilder<boolean> =>
  sql<boolean>`r.site_id = ${siteId} and r.collection_id = ${collectionId} and r.field = ${field}`;

/** Ids that a field of each of these items refers to, so many of each at most, in the order in which they were added. */
export async function findReferencesOf(
  db: DbOrTx,
  of: ReferenceField,
  itemIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; ids: string[] }>`
    select n.id, array(
      select r.referenced_id from data_references r where ${inField(of)} and r.item_id = n.id
      order by r.added_at, r.place, r.referenced_id limit ${limit}
    ) as ids from unnest(${itemIds}::text[]) as n (id)`.execute(db);
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

/** Those that are there already stay in their places. */
export async function insertReferences(
  db: DbOrTx,
  { siteId, collectionId, field }: ReferenceField,
  references: readonly Reference[],
  at: Date,
): Promise<void> {
  await sql`
    insert into data_references (site_id, collection_id, field, item_id, referenced_id, added_at, place)
    select ${siteId}, ${collectionId}, ${field}, n.item_id, n.referenced_id, ${at}::timestamptz, n.place
    from unnest(${references.map(({ itemId }) => itemId)}::text[], ${references.map(({ referencedId }) => referencedId)}::text[])
      with ordinality as n (item_id, referenced_id, place)
    on conflict do nothing`.execute(db);
}

export async function deleteReferences(
  db: DbOrTx,
  of: ReferenceField,
  references: readonly Reference[],
): Promise<void> {
  await sql`
    delete from data_references r using unnest(${references.map(({ itemId }) => itemId)}::text[],
      ${references.map(({ referencedId }) => referencedId)}::text[]) as n (item_id, referenced_id)
    where ${inField(of)} and r.item_id = n.item_id and r.referenced_id = n.referenced_id`.execute(db);
}

export async function deleteReferencesOf(db: DbOrTx, of: ReferenceField, itemId: string): Promise<void> {
  await sql`delete from data_references r where ${inField(of)} and r.item_id = ${itemId}`.execute(db);
}

export interface FoundReference extends Reference {
  /** The item as JSON text; null for one that is gone, or that the caller may not read. */
  json: string | null;
}

/**
 * What a field of these items refers to, in the order in which it was added.
 *
 * @param readable Whether the caller may read the row of alias `t`.
 */
export async function findReferenced(
  db: DbOrTx,
  of: ReferenceField,
  question: {
    itemIds: readonly string[];
    target: ItemKey;
    fields: readonly string[] | undefined;
    readable: RawBuilder<boolean>;
    descending: boolean;
    limit: number;
    offset: number;
  },
): Promise<FoundReference[]> {
  const { itemIds, target, fields, readable, descending, limit, offset } = question;
  const direction = descending ? sql`desc` : sql`asc`;
  const keys = fieldKeys(fields);
  const { rows } = await sql<Reference & { told: string | null }>`
    select r.item_id as "itemId", r.referenced_id as "referencedId", 
      case when t.id is not null then ${told("t", { keys })} end as told
    from data_references r left join data_items t on t.site_id = ${target.siteId}
      and t.collection_id = ${target.collectionId} and t.id = r.referenced_id and ${readable}
    where ${inField(of)} and r.item_id = any(${itemIds}::text[])
    order by r.added_at ${direction}, r.place ${direction}, r.referenced_id ${direction}, r.item_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ told: text, ...reference }) => ({
    ...reference,
    json: text === null ? null : readTold(text, keys).json,
  }));
}

export async function countReferences(db: DbOrTx, of: ReferenceField, itemIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from data_references r where ${inField(of)} and r.item_id = any(${itemIds}::text[])`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

export async function isReferencedBy(
  db: DbOrTx,
  of: ReferenceField,
  { itemId, referencedId }: Reference,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_references r
    where ${inField(of)} and r.item_id = ${itemId} and r.referenced_id = ${referencedId}`.execute(db);
  return rows.length > 0;
}
