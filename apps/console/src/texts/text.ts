import { formatMessage } from "@porchlight/contract/texts/format";
import { type TextLanguage, textLanguageOf } from "@porchlight/contract/texts/keys";
import { createElement, Fragment, type ReactNode } from "react";
import { languageCookie } from "../settings.ts";

/** The language of this page. The server chooses it. */
export const language: TextLanguage = textLanguageOf(globalThis.document?.documentElement.lang ?? "") ?? "en";

/** Texts of `@porchlight/react` by key. */
export const messages: Record<string, string> = {};
/** Texts of the console by their English text. */
const texts: Record<string, string> = {};

/** Loads the texts of the sign-in. Call it before one of its pages is rendered. */
export async function loadSignInTexts(): Promise<void> {
  if (language !== "en") Object.assign(messages, await (await import("./load.ts")).loadSignInTexts(language));
}

/** Loads the texts of all pages but the first ones. Call it before a module with such texts is evaluated. */
export async function loadPageTexts(): Promise<void> {
  if (language === "en") return;
  const loaders = await import("./load.ts");
  const [own, components] = await Promise.all([loaders.loadOtherTexts(language), loaders.loadScreenTexts(language)]);
  Object.assign(texts, own.default);
  Object.assign(messages, components);
}

if (language !== "en") {
  const loaders = await import("./load.ts");
  const [own, common] = await Promise.all([loaders.loadFirstTexts(language), loaders.loadCommonTexts(language)]);
  Object.assign(texts, own.default);
  Object.assign(messages, common);
}

type Values = Readonly<Record<string, string | number>>;
type RichValues = Readonly<Record<string, string | number | ReactNode | ((inside: ReactNode) => ReactNode)>>;

const piecesOf = (english: string, values: RichValues) =>
  formatMessage<ReactNode>(
    texts[english] ?? english,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "function" ? (inside: ReactNode[]) => value(createElement(Fragment, null, ...inside)) : value,
      ]),
    ),
    language,
  );

/**
 * Returns a text in the language of the page.
 *
 * @param english An ICU message in English, as a literal: it is the key of the translation of each language.
 */
export function text(english: string, values: Values = {}): string {
  return piecesOf(english, values).join("");
}

/** Returns a text with elements: values may be elements, and the values of tags are functions. */
export function richText(english: string, values: RichValues): ReactNode {
  return createElement(Fragment, null, ...piecesOf(english, values));
}

/** Shows the console in another language from now on. Reloads the page. */
export function changeLanguage(chosen: TextLanguage): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not every browser has the Cookie Store API.
  document.cookie = `${languageCookie}=${chosen}; path=/admin; max-age=31536000; SameSite=Lax`;
  location.reload();
}

const languageNames = new Intl.DisplayNames([language], { type: "language", fallback: "code" });

/** The name of a language in the language of the page, capitalized if its script has capitals. */
export function languageName(tag: string): string {
  try {
    const name = languageNames.of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return tag;
  }
}
