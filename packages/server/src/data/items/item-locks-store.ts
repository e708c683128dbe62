import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { runPrepared } from "../../platform/db/prepared-statement.ts";
import { everyItem } from "../query/filter/conditions-sql.ts";
import type { ItemFields } from "./item-data.ts";
import { itemJson, parseItemJson } from "./item-json-sql.ts";
import { type CollectionKey, type ItemKey, inCollection, setIdentity, versionOf } from "./items-store.ts";

export interface StoredItem {
  id: string;
  /** All fields, including system fields and those hidden from the caller: for hooks and writes only. */
  data: Record<string, unknown>;
  writable: boolean;
  matches: boolean;
  /** The version of the collection. */
  version: string;
}

/** An item before a change, without locking it; `undefined` if the caller may not read it. */
export async function findStoredItem(
  db: DbOrTx,
  { key, readable, writable, matches, drafts }: WriteConditions & { key: ItemKey },
  id: string,
): Promise<StoredItem | undefined> {
  const statement = sql<Omit<StoredItem, "data"> & { item: string }>`
    select i.id, ${itemJson("i", [], { drafts })} as item, (${writable}) is true as writable, (${matches}) is true as matches,
      ${versionOf(key.siteId, key.collectionId)} as version
    from data_items i where ${inCollection(key)} and i.id = ${id} and ${readable}`;
  // Filters of requests have too many shapes to prepare.
  const [row] = matches === everyItem ? await runPrepared(db, statement) : (await statement.execute(db)).rows;
  if (!row) return undefined;
  const { item, ...access } = row;
  return { ...access, data: JSON.parse(parseItemJson(item).json) };
}

/** A locked row and whether the caller may write it. */
export interface LockedRow {
  id: string;
  writable: boolean;
  matches: boolean;
}

/** Parses `fields` on each access, so that only one of many large items is in memory at a time. */
export interface LockedItem extends LockedRow {
  readonly fields: ItemFields;
}

/** Which items a write may change. */
export interface WriteConditions {
  caller: Caller;
  /** The rows that the caller may read, and those that the caller may write. */
  readable: RawBuilder<boolean>;
  writable: RawBuilder<boolean>;
  /** The condition of the request. */
  matches: RawBuilder<boolean>;
  /** Whether to write the draft of an item that has one. */
  drafts: boolean;
}

/**
 * Locks the items that the caller may read until the transaction ends, in the order of their ids, which prevents
 * deadlocks. References to them can still be inserted.
 */
export async function lockItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  conditions: WriteConditions,
): Promise<LockedItem[]> {
  const fields = conditions.drafts ? sql`coalesce(i.draft, i.data)` : sql`i.data`;
  const rows = await lock<LockedRow & { text: string }>(db, key, ids, conditions, sql`, ${fields}::text as text`);
  return rows.map(({ text, ...row }) => ({
    ...row,
    get fields(): ItemFields {
      return JSON.parse(text);
    },
  }));
}

/** As {@link lockItems}, without reading the fields. */
export const lockRows = (
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  conditions: WriteConditions,
): Promise<LockedRow[]> => lock(db, key, ids, conditions, sql``);

async function lock<Row extends LockedRow>(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  { caller, readable, writable, matches }: WriteConditions,
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, (${writable}) is true as writable, (${matches}) is true as matches${more}
    from data_items i, ${setIdentity(caller)}
    where actor.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}
    order by i.id for no key update of i`.execute(db);
  return rows;
}

export const hasUpdatedDate = (updatedDate: string): RawBuilder<boolean> =>
  sql<boolean>`i.updated_at = ${updatedDate}::timestamptz`;

/** Locks all of these items regardless of access, without reading their fields. */
export async function lockIds(db: DbOrTx, key: CollectionKey, ids: readonly string[]): Promise<void> {
  await sql`select from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[]) order by i.id for no key update`.execute(
    db,
  );
}
