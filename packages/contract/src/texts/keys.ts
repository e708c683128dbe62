import type account from "./en/account.json";
import type auth from "./en/auth.json";
import type authStop from "./en/auth-stop.json";
import type verifyEmail from "./en/auth-verifyEmail.json";
import type blog from "./en/blog.json";
import type blogContent from "./en/blog-content.json";
import type blogPicture from "./en/blog-picture.json";
import type blogPoll from "./en/blog-poll.json";
import type callback from "./en/callback.json";
import type captcha from "./en/captcha.json";
import type common from "./en/common.json";
import type dataConflict from "./en/data-conflict.json";
import type dataEditor from "./en/data-editor.json";
import type dataForm from "./en/data-form.json";
import type dataItem from "./en/data-item.json";
import type dataList from "./en/data-list.json";
import type dataRich from "./en/data-rich.json";
import type dataValue from "./en/data-value.json";
import type forms from "./en/forms.json";
import type hosted from "./en/hosted.json";
import type mail from "./en/mail.json";
import type memberships from "./en/memberships.json";
import type passkey from "./en/passkey.json";
import type passkeyStep from "./en/passkey-step.json";
import type password from "./en/password.json";
import type mailedPassword from "./en/password-mail.json";
import type newPassword from "./en/password-new.json";
import type profile from "./en/profile.json";
import type secondStep from "./en/secondStep.json";
import type secondStepSent from "./en/secondStep-sent.json";
import type security from "./en/security.json";
import type securityEvents from "./en/security-events.json";
import type securityProof from "./en/security-proof.json";
import type securitySetUp from "./en/security-setUp.json";

/** Languages of pages, emails and the console, as primary subtags of BCP 47. Each has texts in every part. */
export const textLanguages = ["en", "ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "zh"] as const;
/** A language of pages, emails and the console. */
export type TextLanguage = (typeof textLanguages)[number];

/** One value for each language of texts. */
export function perTextLanguage<Value>(toValue: (language: TextLanguage) => Value): Record<TextLanguage, Value> {
  return Object.fromEntries(textLanguages.map((language) => [language, toValue(language)])) as Record<
    TextLanguage,
    Value
  >;
}

const ownNames: Partial<Record<string, string>> = { pt: "Português (Brasil)", zh: "简体中文" };

/** The native name of a language, capitalized if its script has capitals; the tag if unknown. */
export function ownLanguageName(tag: string): string {
  try {
    const names = new Intl.DisplayNames([tag], { type: "language", fallback: "code" });
    const name = ownNames[tag] ?? names.of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/** The language of texts for a BCP 47 tag, by its primary subtag; undefined if there are none. */
export function textLanguageOf(tag: string): TextLanguage | undefined {
  const subtag = /^[a-z]+(?![^-])/i.exec(tag)?.[0].toLowerCase();
  return textLanguages.find((language) => language === subtag);
}

/** The direction of the script of a language, by its BCP 47 tag. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?![^-])/i.test(tag) ? "rtl" : "ltr";
}

/** Key of a screen text, `area.screen.part`. The English files define the keys. */
export type ScreenTextKey =
  | keyof typeof account
  | keyof typeof auth
  | keyof typeof authStop
  | keyof typeof blog
  | keyof typeof blogContent
  | keyof typeof blogPicture
  | keyof typeof blogPoll
  | keyof typeof callback
  | keyof typeof captcha
  | keyof typeof common
  | keyof typeof dataConflict
  | keyof typeof dataEditor
  | keyof typeof dataForm
  | keyof typeof dataItem
  | keyof typeof dataList
  | keyof typeof dataRich
  | keyof typeof dataValue
  | keyof typeof forms
  | keyof typeof memberships
  | keyof typeof mailedPassword
  | keyof typeof newPassword
  | keyof typeof passkey
  | keyof typeof passkeyStep
  | keyof typeof password
  | keyof typeof profile
  | keyof typeof secondStep
  | keyof typeof secondStepSent
  | keyof typeof security
  | keyof typeof securityEvents
  | keyof typeof securityProof
  | keyof typeof securitySetUp
  | keyof typeof verifyEmail;

/** Key of a text that only hosted pages have. */
export type HostedTextKey = keyof typeof hosted;

/** Key of an email text. */
export type MailTextKey = keyof typeof mail;

/** All screen texts of a language: a missing key does not compile. */
export type ScreenTexts = Readonly<Record<ScreenTextKey, string>>;
export type HostedTexts = Readonly<Record<HostedTextKey, string>>;
export type MailTexts = Readonly<Record<MailTextKey, string>>;
