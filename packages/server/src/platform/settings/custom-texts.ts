import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { type MessagePlaceholders, placeholdersIn } from "../i18n/message-placeholders.ts";
import { builtInTexts, isLanguage, isSingleLine, type Language, languages, type TextKey } from "../i18n/texts.ts";
import { findSiteTexts, type SiteText } from "./site-texts-store.ts";

/** Words in the place of ours, by language and key. */
export type SiteTexts = Readonly<Record<Language, Readonly<Partial<Record<TextKey, string>>>>>;

/** One sentence on why a text was refused. */
export class TextError extends Error {
  override readonly name = "TextError";
}

/** Areas whose words the hosted pages say. */
const areas = /^(auth|captcha|common|hosted|passkey|password|secondStep)\./;
const maxTextLength = 1_000;

/** @throws {TextError} when hosted pages have no such text. */
export function parseTextKey(key: string): TextKey {
  if (Object.hasOwn(builtInTexts.en, key) && areas.test(key)) return key as TextKey;
  throw new TextError(`There is no text "${key}" at the hosted pages. See "porchlight text list".`);
}

/** @throws {TextError} when there are no words in this language. */
export function parseTextLanguage(language: string): Language {
  if (isLanguage(language)) return language;
  throw new TextError(`There are no texts in "${language}". There are: ${languages.join(", ")}.`);
}

/** Every text that can be changed, with the words of the house. */
export function listTexts(language: Language): SiteText[] {
  return Object.entries(builtInTexts[language])
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
  if (!isSingleLine(words, maxTextLength))
    throw new TextError(`"${key}" has 1 to ${maxTextLength} characters on one line.`);
  let placeholders: MessagePlaceholders;
  try {
    placeholders = placeholdersIn(words);
  } catch {
    throw new TextError(
      `"${key}" has a brace that is not closed, or an unknown kind of place. To show a brace, write '{'.`,
    );
  }
  const builtIn = placeholdersIn(builtInTexts[language][key]);
  const isWhole = [...builtIn.always].every((name) => placeholders.always.has(name));
  if (isWhole && formatNames(placeholders.all) === formatNames(builtIn.all)) return words;
  throw new TextError(
    builtIn.all.size === 0
      ? `"${key}" has no places like ${formatNames(placeholders.all)}.`
      : `"${key}" has to have what stands in "${builtInTexts[language][key]}": ${formatNames(builtIn.all)}${isWhole ? "" : ", in each of its forms"}.`,
  );
}

const formatNames = (names: ReadonlySet<string>) =>
  [...names]
    .sort()
    .map((name) => `{${name}}`)
    .join(", ");

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
