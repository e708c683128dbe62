import type { ChallengePurpose } from "../db/tables/tables.ts";
import { chooseLanguage, createTexts, type Texts } from "../i18n/texts.ts";
import type { Recipient } from "./compose-mail.ts";
import type { MailContext } from "./templates/sign-in-templates.ts";

/** The words of a text or a call with a code, in the member's language. */
export function codeMessage(
  { site }: Pick<MailContext, "site">,
  { profile }: Pick<Recipient, "profile">,
  kind: "sms" | "call",
  { code, ttlMinutes }: { code: string; ttlMinutes: number },
): { language: Texts["language"]; subject: string; text: string } {
  const text = createTexts(chooseLanguage(profile.language, site.language));
  const values = { siteName: site.name, minutes: ttlMinutes };
  // Said one by one: a voice would make one number of them.
  const said = kind === "call" ? [...code].join(", ") : code;
  return {
    language: text.language,
    subject: text(`mail.${kind}.subject`, { siteName: site.name }),
    text: text(`mail.${kind}.text`, { ...values, code: said }),
  };
}

const pushTexts = {
  "sign-in": "mail.push.text",
  "set-up": "mail.push.textSetUp",
  proof: "mail.push.textProof",
} as const;

/** The words of a question on a device. */
export function pushMessage(
  { site }: Pick<MailContext, "site">,
  { profile }: Pick<Recipient, "profile">,
  purpose: ChallengePurpose,
): { language: Texts["language"]; subject: string; text: string } {
  const text = createTexts(chooseLanguage(profile.language, site.language));
  const values = { siteName: site.name };
  return {
    language: text.language,
    subject: text("mail.push.subject", values),
    text: text(pushTexts[purpose], values),
  };
}
