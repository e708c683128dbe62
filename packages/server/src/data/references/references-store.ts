import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { fieldKeys, itemJson, parseItemJson } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";
import { requireRowsWithinLimit, sizeLimitedRows } from "../query/response-size-sql.ts";
import type { ReferenceField, ReferenceTarget } from "./reference-field.ts";

/** `itemId` is the item that has the field. */
export interface Reference {
  itemId: string;
  referencedId: string;
}

const rowsOf = ({ siteId, collectionId, field }: ReferenceField): RawBuilder<boolean> =>
  sql<boolean>`r.site_id = ${siteId} and r.collection_id = ${collectionId} and r.field = ${field}`;

const ownId = ({ isMirror }: ReferenceField) => (isMirror ? sql`r.referenced_id` : sql`r.item_id`);
const relatedId = ({ isMirror }: ReferenceField) => (isMirror ? sql`r.item_id` : sql`r.referenced_id`);

const isTarget = (of: ReferenceField, { siteId, collectionId, readable }: ReferenceTarget): RawBuilder<boolean> =>
  sql<boolean>`t.site_id = ${siteId} and t.collection_id = ${collectionId} and t.id = ${relatedId(of)} and ${readable}`;

/** The rows that the caller sees: for bidirectional fields only those whose referenced item the caller may read. */
const visibleRows = (of: ReferenceField, target: ReferenceTarget): RawBuilder<boolean> =>
  of.otherId === undefined
    ? rowsOf(of)
    : sql<boolean>`${rowsOf(of)} and exists (select from data_items t where ${isTarget(of, target)})`;

/** The ids that a field of each item refers to, up to a limit per item, in insertion order. */
export async function findReferencesOf(
  db: DbOrTx,
  of: ReferenceField,
  target: ReferenceTarget,
  itemIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; ids: string[] }>`
    select n.id, array(
      select ${relatedId(of)} from data_references r where ${visibleRows(of, target)} and ${ownId(of)} = n.id
      order by r.added_at, r.place, ${relatedId(of)} limit ${limit}
    ) as ids from unnest(${itemIds}::text[]) as n (id)`.execute(db);
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

/** Existing references keep their position. */
export async function insertReferences(
  db: DbOrTx,
  { siteId, collectionId, field, isMirror, otherId }: ReferenceField,
  references: readonly Reference[],
  at: Date,
): Promise<void> {
  const ends = [references.map(({ itemId }) => itemId), references.map(({ referencedId }) => referencedId)];
  const [itemIds, referencedIds] = isMirror ? ends.reverse() : ends;
  await sql`
    insert into data_references (site_id, collection_id, field, item_id, referenced_id, referenced_collection_id, added_at, place)
    select ${siteId}, ${collectionId}, ${field}, n.item_id, n.referenced_id, ${otherId ?? null}::text, ${at}::timestamptz, n.place
    from unnest(${itemIds}::text[], ${referencedIds}::text[]) with ordinality as n (item_id, referenced_id, place)
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
    where ${rowsOf(of)} and ${ownId(of)} = n.item_id and ${relatedId(of)} = n.referenced_id`.execute(db);
}

/** The ids that a field of one item refers to, as far as the caller sees them. */
export async function findVisibleReferences(
  db: DbOrTx,
  of: ReferenceField,
  target: ReferenceTarget,
  itemId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${relatedId(of)} as id from data_references r where ${visibleRows(of, target)} and ${ownId(of)} = ${itemId}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A hash of the visible references per item, without items that have none. */
export async function findReferenceStates(
  db: DbOrTx,
  of: ReferenceField,
  target: ReferenceTarget,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const list = sql`array_agg(${relatedId(of)} order by r.added_at, r.place, ${relatedId(of)})`;
  const { rows } = await sql<{ id: string; state: string }>`
    select ${ownId(of)} as id, encode(sha256(convert_to((${list})::text, 'UTF8')), 'hex') as state
    from data_references r where ${visibleRows(of, target)} and ${ownId(of)} = any(${itemIds}::text[])
    group by ${ownId(of)}`.execute(db);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Locks the readable items among these against deletion. */
export async function lockTargets(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  readable: RawBuilder<boolean>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}
    order by i.id for key share of i`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface FoundReference extends Reference {
  /** The item as JSON text; null if it is missing or unreadable. */
  json: string | null;
}

export interface ReferencedQuery {
  itemIds: readonly string[];
  fields: readonly string[] | undefined;
  descending: boolean;
  limit: number;
  offset: number;
}

/** The references of these items in insertion order. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export async function findReferenced(
  db: DbOrTx,
  of: ReferenceField,
  target: ReferenceTarget,
  query: ReferencedQuery,
): Promise<FoundReference[]> {
  const { itemIds, fields, descending, limit, offset } = query;
  const direction = descending ? sql`desc` : sql`asc`;
  const keys = fieldKeys(fields);
  const joinType = of.otherId === undefined ? sql`left join` : sql`join`;
  const referenceRows = sql`
    select ${ownId(of)} as "itemId", ${relatedId(of)} as "referencedId",
      case when t.id is not null then ${itemJson("t", target.hidden, { keys, drafts: target.drafts })} end as item
    from data_references r ${joinType} data_items t on ${isTarget(of, target)}
    where ${rowsOf(of)} and ${ownId(of)} = any(${itemIds}::text[])
    order by r.added_at ${direction}, r.place ${direction}, ${relatedId(of)} ${direction}, ${ownId(of)}
    limit ${limit} offset ${offset}`;
  const { rows } = await sql<Reference & { item: string | null; isTooLarge: boolean | null }>`
    ${sizeLimitedRows(referenceRows, ["itemId", "referencedId"], "item")}`.execute(db);
  requireRowsWithinLimit(rows);
  return rows.map(({ item: text, isTooLarge: _, ...reference }) => ({
    ...reference,
    json: text === null ? null : parseItemJson(text, keys).json,
  }));
}

export async function countReferences(
  db: DbOrTx,
  of: ReferenceField,
  target: ReferenceTarget,
  itemIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from data_references r
    where ${visibleRows(of, target)} and ${ownId(of)} = any(${itemIds}::text[])`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function isReferencedBy(
  db: DbOrTx,
  of: ReferenceField,
  { itemId, referencedId }: Reference,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_references r
    where ${rowsOf(of)} and ${ownId(of)} = ${itemId} and ${relatedId(of)} = ${referencedId}`.execute(db);
  return rows.length > 0;
}
