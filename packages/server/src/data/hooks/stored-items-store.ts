import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { readTold, told } from "../items/item-json-sql.ts";
import { inCollection } from "../items/items-store.ts";
import type { Writing } from "../items/write-context.ts";

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
