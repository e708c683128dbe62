import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { type ItemText, readTold, told } from "./item-json-sql.ts";
import { type ItemKey, inCollection } from "./items-store.ts";

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
