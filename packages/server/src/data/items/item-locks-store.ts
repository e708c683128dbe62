import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { readTold, told } from "./item-json-sql.ts";
import type { ItemFields } from "./item-data.ts";
import { inCollection, type ItemKey, type Place, sayBy } from "./items-store.ts";
import type { Writing } from "./write-context.ts";

export interface HeldItem {
  id: string;
  /** Everything that it holds, system fields too, and what is hidden from the caller: it is for hooks, and for what is written. */
  data: Record<string, unknown>;
  writable: boolean;
  meets: boolean;
}

/** An item as it is before it is changed; nothing where there is none that the caller sees. It may change at any moment. */
export async function findHeldItem(
  db: DbOrTx,
  { key, readable, writable, meets, drafts }: Writing,
  id: string,
): Promise<HeldItem | undefined> {
  const { rows } = await sql<Omit<HeldItem, "data"> & { told: string }>`
    select i.id, ${told("i", [], { drafts })} as told, (${writable}) is true as writable, (${meets}) is true as meets
    from data_items i where ${inCollection(key)} and i.id = ${id} and ${readable}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { told: text, ...facts } = row;
  return { ...facts, data: JSON.parse(readTold(text).json) };
}

/** What a caller may do with a row. */
export interface LockedRow {
  id: string;
  writable: boolean;
  meets: boolean;
}

/** The same, and what it holds: made anew each time that it is asked for, so that of many large items no more than one need be there. */
export interface LockedItem extends LockedRow {
  readonly fields: ItemFields;
}

/** Which items a call that writes may lock. */
export interface Locking {
  caller: Caller;
  /** Which rows the caller may see at all, and which of them the caller may do this with. */
  readable: RawBuilder<boolean>;
  writable: RawBuilder<boolean>;
  /** The condition that an item has to meet for it to be written. */
  meets: RawBuilder<boolean>;
  /** Whether what is written is the draft of an item that has one. */
  drafts: boolean;
}

/**
 * Locks those of these items that the caller may read, until the transaction ends: in the order of their ids, so that no two callers wait for
 * each other. References to them can still be made.
 */
export async function lockItems(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  writing: Locking,
): Promise<LockedItem[]> {
  const fields = writing.drafts ? sql`coalesce(i.draft, i.data)` : sql`i.data`;
  const rows = await lock<LockedRow & { text: string }>(db, key, ids, writing, sql`, ${fields}::text as text`);
  return rows.map(({ text, ...row }) => ({
    ...row,
    get fields() {
      return JSON.parse(text) as ItemFields;
    },
  }));
}

/** The same where nobody asks what they hold. */
export const lockRows = (db: DbOrTx, key: ItemKey, ids: readonly string[], writing: Locking): Promise<LockedRow[]> =>
  lock(db, key, ids, writing, sql``);

async function lock<Row extends LockedRow>(
  db: DbOrTx,
  key: ItemKey,
  ids: readonly string[],
  { caller, readable, writable, meets }: Locking,
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, (${writable}) is true as writable, (${meets}) is true as meets${more}
    from data_items i, ${sayBy(caller)}
    where said.by is not null and ${inCollection(key)} and i.id = any(${ids}::text[]) and ${readable}
    order by i.id for no key update of i`.execute(db);
  return rows;
}

/** The condition that an item has not been changed since. */
export const wasUpdatedAt = (updatedDate: string): RawBuilder<boolean> =>
  sql<boolean>`i.updated_at = ${updatedDate}::timestamptz`;

/** Locks all of these items, whoever may read them, without reading what they hold. */
export async function lockIds(db: DbOrTx, key: Place, ids: readonly string[]): Promise<void> {
  await sql`select from data_items i where ${inCollection(key)} and i.id = any(${ids}::text[]) order by i.id for no key update`.execute(
    db,
  );
}

