import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { LockedDraft } from "../write/draft-writes-store.ts";

/** Any number that no other program is likely to take. */
const translationLockKey = 7_236_044;

/**
 * Id of the post in this language that a post is a translation of, or itself; those in the trash do not count. All translations of it,
 * and those that are being begun, wait until the transaction ends, so that two do not begin one at the same time.
 */
export async function findTranslation(
  tx: Transaction<Tables>,
  siteId: string,
  { id, translationId }: Pick<LockedDraft, "id" | "translationId">,
  language: string,
): Promise<string | undefined> {
  // A row that is not there yet cannot be locked.
  if (translationId !== null)
    await sql`select pg_advisory_xact_lock(${translationLockKey}, hashtext(${translationId}::uuid::text))`.execute(tx);
  const { rows } = await sql<{ id: string; language: string }>`
    select id, coalesce(edits ->> 'language', language) as language from posts
    where site_id = ${siteId} and status <> 'DELETED' and (id = ${id} or translation_id = ${translationId})
    order by id for update`.execute(tx);
  return rows.find((row) => row.language.toLowerCase() === language.toLowerCase())?.id;
}

/** Gives a post what its translations are to have in common: its own id. */
export async function startTranslationGroup(
  tx: Transaction<Tables>,
  siteId: string,
  { id }: LockedDraft,
): Promise<string> {
  await tx
    .updateTable("posts")
    .set({ translation_id: id, revision: sql<string>`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  return id;
}
