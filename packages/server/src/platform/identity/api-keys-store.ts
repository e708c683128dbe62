import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables/tables.ts";

export type ApiKeyRow = Selectable<Tables["api_keys"]>;

export async function insertApiKey(
  db: DbOrTx,
  key: { siteId: string; id: string; name: string; role: ApiKeyRow["role"]; keyHash: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto("api_keys")
    .values({
      site_id: key.siteId,
      id: key.id,
      name: key.name,
      role: key.role,
      key_hash: key.keyHash,
      created_at: key.at,
      revoked_at: null,
    })
    .execute();
}

/** Oldest first, including revoked keys. */
export async function findApiKeys(db: DbOrTx, siteId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findLiveApiKeys(
  db: DbOrTx,
  siteId: string,
): Promise<Pick<ApiKeyRow, "id" | "role" | "key_hash">[]> {
  return db
    .selectFrom("api_keys")
    .select(["id", "role", "key_hash"])
    .where("site_id", "=", siteId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Returns whether the key exists. A key that is already revoked keeps its date. */
export async function revokeApiKey(db: DbOrTx, siteId: string, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("api_keys")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(at)) }))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that a key was used now. */
export async function updateLastUsed(db: DbOrTx, siteId: string, id: string): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
