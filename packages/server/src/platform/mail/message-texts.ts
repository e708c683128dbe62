import type { PhoneMessageKind } from "../db/tables/outbox-payloads.ts";
import type { ChallengePurpose } from "../db/tables/tables.ts";
import { chooseSiteLanguage, createTexts, type Texts } from "../i18n/texts.ts";
import type { Recipient } from "./compose-mail.ts";
import type { MailContext } from "./templates/sign-in-templates.ts";

/** Content of a text message or call with a code, in the member's language. */
export function codeMessage(
  { site }: Pick<MailContext, "site">,
  { profile }: Pick<Recipient, "profile">,
  kind: PhoneMessageKind,
  { code, ttlMinutes }: { code: string; ttlMinutes: number },
): { language: Texts["language"]; subject: string; text: string } {
  const text = createTexts(chooseSiteLanguage(site, profile.language));
  const values = { siteName: site.name, minutes: ttlMinutes };
  // Separated, so that the digits are read one by one.
  const readableCode = kind === "call" ? [...code].join(", ") : code;
  return {
    language: text.language,
    subject: text(`mail.${kind}.subject`, { siteName: site.name }),
    text: text(`mail.${kind}.text`, { ...values, code: readableCode }),
  };
}

const pushTexts = {
  "sign-in": "mail.push.text",
  "set-up": "mail.push.textSetUp",
  proof: "mail.push.textProof",
} as const;

/** Content of a push request. */
export function pushMessage(
  { site }: Pick<MailContext, "site">,
  { profile }: Pick<Recipient, "profile">,
  purpose: ChallengePurpose,
): { language: Texts["language"]; subject: string; text: string } {
  const text = createTexts(chooseSiteLanguage(site, profile.language));
  const values = { siteName: site.name };
  return {
    language: text.language,
    subject: text("mail.push.subject", values),
    text: text(pushTexts[purpose], values),
  };
}
