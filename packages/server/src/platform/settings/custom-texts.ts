import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { type MessagePlaceholders, placeholdersIn } from "../i18n/message-placeholders.ts";
import { builtInTexts, isLanguage, isSingleLine, type Language, languages, type TextKey } from "../i18n/texts.ts";
import { findSiteTexts, type SiteText } from "./site-texts-store.ts";

/** Custom texts by language and key. */
export type SiteTexts = Readonly<Record<Language, Readonly<Partial<Record<TextKey, string>>>>>;

/** An invalid text. The message is one sentence. */
export class TextError extends Error {
  override readonly name = "TextError";
}

/** Texts of the hosted pages. */
const areas = /^(auth|captcha|common|hosted|passkey|password|secondStep)\./;
const maxTextLength = 1_000;

const isTextKey = (key: string): key is TextKey => Object.hasOwn(builtInTexts.en, key);

/** @throws {TextError} if the hosted pages have no such text. */
export function parseTextKey(key: string): TextKey {
  if (isTextKey(key) && areas.test(key)) return key;
  throw new TextError(`The hosted pages have no text "${key}". See "porchlight text list".`);
}

/** @throws {TextError} for an unsupported language. */
export function parseTextLanguage(language: string): Language {
  if (isLanguage(language)) return language;
  throw new TextError(`There are no texts in "${language}". Supported are: ${languages.join(", ")}.`);
}

/** Lists the customizable texts with their built-in values. */
export function listTexts(language: Language): SiteText[] {
  return Object.entries(builtInTexts[language])
    .filter(([key]) => areas.test(key))
    .map(([key, words]) => ({ key, language, words }));
}

/**
 * Validates a custom text.
 *
 * @throws {TextError} for an invalid message, or other placeholders and links than those of the built-in text.
 */
export function parseText(key: TextKey, language: Language, input: string): string {
  const words = input.trim();
  if (!isSingleLine(words, maxTextLength))
    throw new TextError(`"${key}" has 1 to ${maxTextLength} characters on one line.`);
  let placeholders: MessagePlaceholders;
  try {
    placeholders = placeholdersIn(words);
  } catch {
    throw new TextError(`"${key}" has an open brace or an unknown kind of placeholder. To show a brace, write '{'.`);
  }
  const builtIn = placeholdersIn(builtInTexts[language][key]);
  const isComplete = [...builtIn.always].every((name) => placeholders.always.has(name));
  if (isComplete && formatNames(placeholders.all) === formatNames(builtIn.all)) return words;
  throw new TextError(
    builtIn.all.size === 0
      ? `"${key}" has no placeholders like ${formatNames(placeholders.all)}.`
      : `"${key}" must have the placeholders of "${builtInTexts[language][key]}": ${formatNames(builtIn.all)}${isComplete ? "" : ", in each of its variants"}.`,
  );
}

const formatNames = (names: ReadonlySet<string>) =>
  [...names]
    .sort()
    .map((name) => `{${name}}`)
    .join(", ");

export interface SiteTextsReader {
  /** Returns all custom texts, at most a second old. */
  read(): Promise<SiteTexts>;
  /** Call after a change in this process. */
  invalidate(): void;
}

export function createSiteTexts(db: DbOrTx, siteId: string): SiteTextsReader {
  return cacheFor(async () => {
    const texts: Record<Language, Partial<Record<TextKey, string>>> = { en: {}, de: {} };
    for (const { key, language, words } of await findSiteTexts(db, siteId))
      if (isLanguage(language) && isTextKey(key)) texts[language][key] = words;
    return texts;
  });
}
