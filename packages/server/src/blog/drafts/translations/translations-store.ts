import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { stillImported } from "../../posts/post-writes-store.ts";
import type { LockedDraft } from "../write/draft-writes-store.ts";

/** Arbitrary; must differ from other advisory lock keys of the database. */
const translationLockKey = 7_236_044;

/**
 * Id of the post or its translation in this language, except in the trash. Locks all translations, including
 * concurrently created ones, until the transaction ends.
 */
export async function findTranslation(
  tx: Transaction<Tables>,
  siteId: string,
  { id, translationId }: Pick<LockedDraft, "id" | "translationId">,
  language: string,
): Promise<string | undefined> {
  // An advisory lock, since rows that do not exist yet cannot be locked.
  if (translationId !== null)
    await sql`select pg_advisory_xact_lock(${translationLockKey}, hashtext(${translationId}::uuid::text))`.execute(tx);
  const { rows } = await sql<{ id: string; language: string }>`
    select id, coalesce(edits ->> 'language', language) as language from posts
    where site_id = ${siteId} and status <> 'DELETED' and (id = ${id} or translation_id = ${translationId})
    order by id for update`.execute(tx);
  return rows.find((row) => row.language.toLowerCase() === language.toLowerCase())?.id;
}

/** Sets the translation id of a post: its own id. */
export async function startTranslationGroup(
  tx: Transaction<Tables>,
  siteId: string,
  { id }: LockedDraft,
): Promise<string> {
  await tx
    .updateTable("posts")
    .set({ translation_id: id, revision: sql<string>`revision + 1`, source_revision: stillImported })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  return id;
}
