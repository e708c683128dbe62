import { sql, type Transaction } from "kysely";
import type { Tables } from "./tables/tables.ts";

/** The revision that a call changes, and the key that it has in common with its repeats. */
export interface SaveCall {
  revision?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}

/** Whether the stored text is the result of this call: it has the call's key, and no later call has saved it. */
export const isRepeatedSave = (
  { revision, idempotencyKey }: SaveCall,
  stored: { revision: string; idempotency_key: string | null },
): boolean =>
  idempotencyKey != null &&
  idempotencyKey.toLowerCase() === stored.idempotency_key &&
  BigInt(stored.revision) === BigInt(revision ?? 0) + 1n;

/** The post or page that a call with this key has created. Repeats of the call wait until the transaction ends. */
export async function findByIdempotencyKey(
  tx: Transaction<Tables>,
  table: "posts" | "site_pages",
  siteId: string,
  key: string,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`save ${key.toLowerCase()}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom(table)
    .select("id")
    .where("site_id", "=", siteId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row?.id;
}

/** Records the key of the call that has saved the current revision of a post or page. */
export async function setIdempotencyKey(
  tx: Transaction<Tables>,
  table: "posts" | "site_pages",
  siteId: string,
  id: string,
  key: string,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ idempotency_key: key })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}
