import { perTextLanguage } from "@porchlight/contract/texts/keys";
import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { type MessagePlaceholders, placeholdersIn } from "../i18n/message-placeholders.ts";
import { builtInTexts, isLanguage, isSingleLine, type Language, languages } from "../i18n/texts.ts";
import { findSiteTexts, type SiteText } from "./site-texts-store.ts";

/** Custom texts by language and key. */
export type SiteTexts = TextCatalog;

/** Built-in texts by language and key. */
export type TextCatalog = Readonly<{ en: CatalogTexts } & Partial<Record<Language, CatalogTexts>>>;
type CatalogTexts = Readonly<Record<string, string>>;

/** An invalid text. The message is one sentence. */
export class TextError extends Error {
  override readonly name = "TextError";
}

const maxTextLength = 1_000;
/** Emails are replaced as a whole. */
const isScreenText = ([key]: [string, string]) => !key.startsWith("mail.");
const screenTexts = (language: Language) =>
  Object.fromEntries(Object.entries(builtInTexts[language]).filter(isScreenText));

/** The texts that an owner can replace. @param own The texts of the member site itself. */
export function createTextCatalog(own?: TextCatalog): TextCatalog {
  return perTextLanguage((language) => ({ ...own?.[language], ...screenTexts(language) }));
}

/** @throws {TextError} if the catalog has no such text. */
export function parseTextKey(catalog: TextCatalog, key: string): string {
  if (Object.hasOwn(catalog.en, key)) return key;
  throw new TextError(`There is no text "${key}". See "porchlight text list".`);
}

/** @throws {TextError} for an unsupported language. */
export function parseTextLanguage(language: string): Language {
  if (isLanguage(language)) return language;
  throw new TextError(`There are no texts in "${language}". Supported are: ${languages.join(", ")}.`);
}

/** Lists the customizable texts with their built-in values. */
export function listTexts(catalog: TextCatalog, language: Language): SiteText[] {
  return Object.keys(catalog.en).map((key) => ({ key, language, words: builtInText(catalog, key, language) }));
}

/** The built-in text of a key: in English if there is none in the language. */
export const builtInText = (catalog: TextCatalog, key: string, language: Language): string =>
  catalog[language]?.[key] ?? catalog.en[key] ?? "";

/**
 * Validates a custom text.
 *
 * @throws {TextError} for an invalid message, or other placeholders and links than those of the built-in text.
 */
export function parseText(catalog: TextCatalog, key: string, language: Language, input: string): string {
  const words = input.trim();
  if (!isSingleLine(words, maxTextLength))
    throw new TextError(`"${key}" has 1 to ${maxTextLength} characters on one line.`);
  let placeholders: MessagePlaceholders;
  try {
    placeholders = placeholdersIn(words);
  } catch {
    throw new TextError(`"${key}" has an open brace or an unknown kind of placeholder. To show a brace, write '{'.`);
  }
  const original = builtInText(catalog, key, language);
  const builtIn = placeholdersIn(original);
  const isComplete = [...builtIn.always].every((name) => placeholders.always.has(name));
  if (isComplete && formatNames(placeholders.all) === formatNames(builtIn.all)) return words;
  throw new TextError(
    builtIn.all.size === 0
      ? `"${key}" has no placeholders like ${formatNames(placeholders.all)}.`
      : `"${key}" must have the placeholders of "${original}": ${formatNames(builtIn.all)}${isComplete ? "" : ", in each of its variants"}.`,
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

/** The custom texts of a site, cached for a second. */
export function createSiteTexts(db: DbOrTx, siteId: string): SiteTextsReader {
  return cacheFor(async () => {
    const texts = perTextLanguage((): Record<string, string> => ({}));
    for (const { key, language, words } of await findSiteTexts(db, siteId))
      if (isLanguage(language)) texts[language][key] = words;
    return texts;
  });
}
