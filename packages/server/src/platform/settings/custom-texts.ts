import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { type MessagePlaceholders, placeholdersIn } from "../i18n/message-placeholders.ts";
import { isSingleLine } from "../i18n/single-line-text.ts";
import { isLanguage, type Language, languages, type TextKey, wordsOf } from "../i18n/texts.ts";

/** Words in the place of ours, by language and key. */
export type SiteTexts = Readonly<Record<Language, Readonly<Partial<Record<TextKey, string>>>>>;

export interface SiteText {
  key: string;
  language: string;
  words: string;
}

/** One sentence on why a text was refused. */
export class TextError extends Error {
  override readonly name = "TextError";
}

/** Areas whose words the hosted pages say. */
const areas = /^(auth|captcha|common|hosted|passkey|password|secondStep)\./;
const wordsMaxLength = 1_000;

/** @throws {TextError} when hosted pages have no such text. */
export function parseTextKey(key: string): TextKey {
  if (Object.hasOwn(wordsOf.en, key) && areas.test(key)) return key as TextKey;
  throw new TextError(`There is no text "${key}" at the hosted pages. See "porchlight text list".`);
}

/** @throws {TextError} when there are no words in this language. */
export function parseTextLanguage(language: string): Language {
  if (isLanguage(language)) return language;
  throw new TextError(`There are no texts in "${language}". There are: ${languages.join(", ")}.`);
}

/** Every text that can be changed, with the words of the house. */
export function listTexts(language: Language): SiteText[] {
  return Object.entries(wordsOf[language])
    .filter(([key]) => areas.test(key))
    .map(([key, words]) => ({ key, language, words }));
}

/**
 * Words as they are kept.
 *
 * @throws {TextError} when they are no message, or have other places and links than the words of the house: a page would lose what
 *   belongs there, or the way on.
 */
export function parseText(key: TextKey, language: Language, typed: string): string {
  const words = typed.trim();
  if (!isSingleLine(words, wordsMaxLength))
    throw new TextError(`"${key}" has 1 to ${wordsMaxLength} characters on one line.`);
  let places: MessagePlaceholders;
  try {
    places = placeholdersIn(words);
  } catch {
    throw new TextError(
      `"${key}" has a brace that is not closed, or an unknown kind of place. To show a brace, write '{'.`,
    );
  }
  const own = placeholdersIn(wordsOf[language][key]);
  const isWhole = [...own.always].every((name) => places.always.has(name));
  if (isWhole && listed(places.all) === listed(own.all)) return words;
  throw new TextError(
    own.all.size === 0
      ? `"${key}" has no places like ${listed(places.all)}.`
      : `"${key}" has to have what stands in "${wordsOf[language][key]}": ${listed(own.all)}${isWhole ? "" : ", in each of its forms"}.`,
  );
}

const listed = (names: ReadonlySet<string>) =>
  [...names]
    .sort()
    .map((name) => `{${name}}`)
    .join(", ");

export async function findSiteTexts(db: DbOrTx, siteId: string): Promise<SiteText[]> {
  return db
    .selectFrom("site_texts")
    .select(["key", "language", "words"])
    .where("site_id", "=", siteId)
    .orderBy("key")
    .orderBy("language")
    .execute();
}

export async function writeSiteText(
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

/** Back to the words of the house. */
export async function removeSiteText(
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

export interface SiteTextsReader {
  /** All of the owner's words, at most a second old: another process may have changed them. */
  read(): Promise<SiteTexts>;
  /** To be called by whoever changes them in this process. */
  invalidate(): void;
}

export function createSiteTexts(db: DbOrTx, siteId: string): SiteTextsReader {
  return cacheFor(async () => {
    const texts: Record<Language, Partial<Record<TextKey, string>>> = { en: {}, de: {} };
    for (const { key, language, words } of await findSiteTexts(db, siteId))
      if (isLanguage(language)) texts[language][key as TextKey] = words;
    return texts;
  });
}
