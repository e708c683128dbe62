import type { DbOrTx } from "../db/database.ts";

/** A custom text of the site. */
export interface SiteText {
  key: string;
  language: string;
  words: string;
}

/** Returns all custom texts, ordered by key and language. */
export async function findSiteTexts(db: DbOrTx, siteId: string): Promise<SiteText[]> {
  return db
    .selectFrom("site_texts")
    .select(["key", "language", "words"])
    .where("site_id", "=", siteId)
    .orderBy("key")
    .orderBy("language")
    .execute();
}

export async function upsertSiteText(
  db: DbOrTx,
  siteId: string,
  { key, language, words }: SiteText,
  at: Date,
): Promise<void> {
  await db
    .insertInto("site_texts")
    .values({ site_id: siteId, key, language, words, updated_at: at })
    .onConflict((conflict) => conflict.columns(["site_id", "language", "key"]).doUpdateSet({ words, updated_at: at }))
    .execute();
}

/** Restores the built-in text. */
export async function deleteSiteText(
  db: DbOrTx,
  siteId: string,
  { key, language }: Omit<SiteText, "words">,
): Promise<void> {
  await db
    .deleteFrom("site_texts")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .where("language", "=", language)
    .execute();
}
