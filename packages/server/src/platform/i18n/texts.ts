import type { RegisterRequest } from "@porchlight/contract/auth/sign-in/schema";
import { germanScreens } from "@porchlight/contract/texts/de";
import germanHosted from "@porchlight/contract/texts/de/hosted.json" with { type: "json" };
import germanMail from "@porchlight/contract/texts/de/mail.json" with { type: "json" };
import { englishScreens } from "@porchlight/contract/texts/en";
import englishHosted from "@porchlight/contract/texts/en/hosted.json" with { type: "json" };
import englishMail from "@porchlight/contract/texts/en/mail.json" with { type: "json" };
import { formatMessage } from "@porchlight/contract/texts/format";
import type {
  HostedTextKey,
  HostedTexts,
  MailTextKey,
  MailTexts,
  ScreenTextKey,
  ScreenTexts,
} from "@porchlight/contract/texts/keys";
import { languageTag } from "@porchlight/contract/wire/value-schema";
import { type Html, html } from "../http/html.ts";

/** Whether a text can be seen, and stands on one line of at most `maxLength` characters. What nobody sees is no name and no word. */
export const isSingleLine = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && /[^\p{C}\p{Z}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);

/** The languages that mails and hosted pages are written in, as primary subtags of BCP 47. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

export type TextKey = ScreenTextKey | HostedTextKey | MailTextKey;

/** The words of the house. */
export const builtInTexts: Readonly<Record<Language, ScreenTexts & HostedTexts & MailTexts>> = {
  en: { ...englishScreens, ...englishHosted, ...englishMail },
  de: { ...germanScreens, ...germanHosted, ...germanMail },
};

/** A placeholder's value, or the function that wraps what is inside a tag. */
type HtmlValue = string | number | Html | ((inside: Html) => Html);

export interface Texts {
  /** The text of `key` as it stands in a mail's text or in a header. */
  (key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** The text of `key` as markup: words are escaped, values may be markup, tags take functions. */
  html(key: TextKey, values?: Readonly<Record<string, HtmlValue>>): Html;
  /** For the `lang` of what is written with them. */
  language: Language;
}

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** The words of one language, `own` in the place of the house's. Numbers and plurals follow it too. */
export function createTexts(language: Language, own: Readonly<Partial<Record<TextKey, string>>> = {}): Texts {
  const words = { ...builtInTexts[language], ...own };
  const text = (key: TextKey, values: Readonly<Record<string, string | number>> = {}) =>
    formatMessage(words[key], values, language).join("");
  const asHtml = (key: TextKey, values: Readonly<Record<string, HtmlValue>> = {}) => {
    const pieces = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? (inside: (string | Html)[]) => value(html`${inside}`) : value,
    ]);
    return html`${formatMessage<Html>(words[key], Object.fromEntries(pieces), language)}`;
  };
  return Object.assign(text, { html: asHtml, language });
}

/** The same as they are written, with their places: no value comes into them. */
export function createRawTexts(language: Language): Texts {
  const words = builtInTexts[language];
  return Object.assign((key: TextKey) => words[key], { html: (key: TextKey) => html`${words[key]}`, language });
}

/**
 * The language for somebody, of those there are words for: the first of their wishes that names one, English when none does.
 *
 * `chooseLanguage(query.language, context.req.header("accept-language"), site.language)`
 */
export function chooseLanguage(...wishes: readonly LanguagePreference[]): Language {
  for (const wish of wishes) {
    const language = findLanguage(wish);
    if (language) return language;
  }
  return "en";
}

/** A language tag, or a whole `Accept-Language` header. Nothing that is neither does harm. */
type LanguagePreference = string | null | undefined;

/** `de-CH;q=0.8`: a range and its weight. */
const rangePattern = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/**
 * The language that a wish names, if there are words for one of them; a tag of a region counts as its language.
 * Source: RFC 9110 §12.5.4, RFC 4647 §3.4.
 */
export function findLanguage(wish: LanguagePreference): Language | undefined {
  let best: Language | undefined;
  let bestWeight = 0;
  for (const range of wish?.split(",") ?? []) {
    const [, subtag = "", q = "1"] = rangePattern.exec(range) ?? [];
    const language = languages.find((candidate) => candidate === subtag.toLowerCase());
    // Of equal wishes the first one counts; a weight of zero is a wish to be spared.
    if (language && Number(q) > bestWeight) {
      best = language;
      bestWeight = Number(q);
    }
  }
  return best;
}

/**
 * The sign-up with the language that the person reads, which becomes the member's own: the one that the page names, else the
 * first that the browser asks for and that there are words in. Without either the site's language counts, now and later.
 */
export function withAcceptedLanguage(
  { body, ...request }: RegisterRequest,
  acceptLanguage: string | undefined,
): RegisterRequest {
  const { language: named, ...profile } = body.profile ?? {};
  const language = languageTag.safeParse(named).data ?? findLanguage(acceptLanguage);
  return { ...request, body: { ...body, profile: { ...profile, ...(language && { language }) } } };
}
