import { formatMessage } from "@porchlight/contract/texts/format";
import { type TextLanguage, textLanguageOf } from "@porchlight/contract/texts/keys";
import type { Messages } from "@porchlight/react";

/** Returns the text of a key with its placeholders filled in. */
export interface Text<Key extends string> {
  (key: Key, values?: Readonly<Record<string, string | number>>): string;
  /** The built-in English texts. */
  words: Readonly<Record<Key, string>>;
}

/** The texts of a page. */
export interface Translations {
  /** Rules for plurals and numbers. */
  language: TextLanguage;
  /** ICU messages that replace the English ones, by key: those of another language, and the owner's. */
  words: Readonly<Record<string, string>>;
}

let findTranslations = (): Translations => ({ language: "en", words: {} });

/** Sets the texts of the page, with English as the fallback. Call it before rendering. */
export function setTexts(translations: Translations): void {
  findTranslations = () => translations;
}

/** Looks up texts by request instead, for a process that renders sites in several languages. */
export function setTextsByRequest(find: () => Translations | undefined): void {
  findTranslations = () => find() ?? { language: "en", words: {} };
}

/** Texts of one part of the site as ICU messages, bundled with its script. Keys are unique across the site. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  const text = (key: Key, values: Readonly<Record<string, string | number>> = {}) => {
    const translations = findTranslations();
    return formatMessage(translations.words[key] ?? words[key], values, translations.language).join("");
  };
  text.words = words;
  return text;
}

/** The language of the texts for a site in `language`, a BCP 47 tag: English if there are no others. */
export const languageOfTexts = (language: string): TextLanguage => textLanguageOf(language) ?? "en";

const partTexts = new Map<string, Promise<Messages>>();

/** Loads the texts of components that only some pages have. Returns the same promise each time. */
export function loadPartTexts(part: "loadDataTexts" | "loadFormTexts", language: TextLanguage): Promise<Messages> {
  const key = part + language;
  const loading = partTexts.get(key) ?? import("./modules/translations.ts").then((loaders) => loaders[part](language));
  partTexts.set(key, loading);
  return loading;
}
