import type { RegisterRequest } from "@porchlight/contract/auth/sign-in/schema";
import { englishScreens } from "@porchlight/contract/texts/en";
import englishHosted from "@porchlight/contract/texts/en/hosted.json" with { type: "json" };
import englishMail from "@porchlight/contract/texts/en/mail.json" with { type: "json" };
import { formatMessage } from "@porchlight/contract/texts/format";
import {
  type HostedTextKey,
  type HostedTexts,
  type MailTextKey,
  type MailTexts,
  perTextLanguage,
  type ScreenTextKey,
  type ScreenTexts,
  type TextLanguage,
  textLanguages,
} from "@porchlight/contract/texts/keys";
import { type LoadedTexts, loadServerTexts } from "@porchlight/contract/texts/load";
import { languageTag } from "@porchlight/contract/wire/value-schema";
import { type Html, html } from "../http/html.ts";

/** Whether a text is visible, on one line, and of at most `maxLength` characters. */
export const isSingleLine = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && /[^\p{C}\p{Z}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);

export const languages = textLanguages;
export type Language = TextLanguage;

export type TextKey = ScreenTextKey | HostedTextKey | MailTextKey;

const english: ScreenTexts & HostedTexts & MailTexts = { ...englishScreens, ...englishHosted, ...englishMail };
const translations = new Map<Language, LoadedTexts>();
for (const language of languages) translations.set(language, await loadServerTexts(language));

/** The texts of this version, by language. */
export const builtInTexts = perTextLanguage((language) => ({ ...english, ...translations.get(language) }));

/** A placeholder's value, or the function that wraps what is inside a tag. */
type HtmlValue = string | number | Html | ((inside: Html) => Html);

export interface Texts {
  /** Returns the text of `key` as plain text. */
  (key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** Returns the text of `key` as HTML: text is escaped, values may be HTML, tags take functions. */
  html(key: TextKey, values?: Readonly<Record<string, HtmlValue>>): Html;
  language: Language;
}

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** Texts of one language. `custom` overrides the built-in ones. */
export function createTexts(language: Language, custom: Readonly<Partial<Record<TextKey, string>>> = {}): Texts {
  const messages = { ...builtInTexts[language], ...custom };
  const text = (key: TextKey, values: Readonly<Record<string, string | number>> = {}) =>
    formatMessage(messages[key], values, language).join("");
  const asHtml = (key: TextKey, values: Readonly<Record<string, HtmlValue>> = {}) => {
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? (inside: (string | Html)[]) => value(html`${inside}`) : value,
    ]);
    return html`${formatMessage<Html>(messages[key], Object.fromEntries(entries), language)}`;
  };
  return Object.assign(text, { html: asHtml, language });
}

/** Texts with their placeholders unfilled. */
export function createRawTexts(language: Language): Texts {
  const messages = builtInTexts[language];
  return Object.assign((key: TextKey) => messages[key], { html: (key: TextKey) => html`${messages[key]}`, language });
}

/**
 * Returns the first supported language among `preferences`, or English.
 *
 * `chooseLanguage(query.language, context.req.header("accept-language"), site.language)`
 */
export function chooseLanguage(...preferences: readonly LanguagePreference[]): Language {
  for (const preference of preferences) {
    const language = findLanguage(preference);
    if (language) return language;
  }
  return "en";
}

/** The languages that a site offers: its main language and others. */
export interface SiteLanguages {
  /** BCP 47 tag. */
  language: string;
  languages: readonly Language[];
}

/** The languages of a site's hosted pages and emails; its main language is always one of them. */
export function offeredLanguages(site: SiteLanguages): Language[] {
  const main = chooseLanguage(site.language);
  return languages.filter((language) => language === main || site.languages.includes(language));
}

/** Returns the first language that the site offers among `preferences`, or its main language. */
export function chooseSiteLanguage(site: SiteLanguages, ...preferences: readonly LanguagePreference[]): Language {
  const offered = offeredLanguages(site);
  for (const preference of preferences) {
    const language = findLanguage(preference, offered);
    if (language) return language;
  }
  return chooseLanguage(site.language);
}

/** A language tag or an `Accept-Language` header. Anything else is ignored. */
type LanguagePreference = string | null | undefined;

/** `de-CH;q=0.8`: a range and its weight. */
const rangePattern = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/**
 * Returns the language of `offered` that a preference ranks highest. Regions are ignored.
 * Source: RFC 9110 §12.5.4, RFC 4647 §3.4.
 */
export function findLanguage(
  preference: LanguagePreference,
  offered: readonly Language[] = languages,
): Language | undefined {
  let best: Language | undefined;
  let bestWeight = 0;
  for (const range of preference?.split(",") ?? []) {
    const [, subtag = "", q = "1"] = rangePattern.exec(range) ?? [];
    const language = offered.find((candidate) => candidate === subtag.toLowerCase());
    // The first of equal weights counts. A weight of zero excludes a language.
    if (language && Number(q) > bestWeight) {
      best = language;
      bestWeight = Number(q);
    }
  }
  return best;
}

/**
 * Sets the language of a new member: that of the request, or the best one of `Accept-Language` that the site offers.
 * Without either, the site's language applies.
 */
export function withAcceptedLanguage(
  site: SiteLanguages,
  { body, ...request }: RegisterRequest,
  acceptLanguage: string | undefined,
): RegisterRequest {
  const { language: requested, ...profile } = body.profile ?? {};
  const language = languageTag.safeParse(requested).data ?? findLanguage(acceptLanguage, offeredLanguages(site));
  return { ...request, body: { ...body, profile: { ...profile, ...(language && { language }) } } };
}
