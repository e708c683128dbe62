import { findLanguage, type Language, languages } from "../../platform/i18n/texts.ts";
import { type MailKind, mailKindNames } from "../../platform/mail/mail-kinds.ts";
import { MailTemplateError } from "../../platform/mail/template-error.ts";

/** One mail in one language, as an owner names it. @throws {MailTemplateError} there is no such mail, or no words in the language. */
export function parseMailTemplateName(kind: string, language: string): { kind: MailKind; language: Language } {
  const mailKind = mailKindNames.find((name) => name === kind);
  if (!mailKind) throw new MailTemplateError(`There is no mail "${kind}". There are: ${mailKindNames.join(", ")}.`);
  const supported = findLanguage(language);
  if (!supported)
    throw new MailTemplateError(`There are no mails in "${language}". There are: ${languages.join(", ")}.`);
  return { kind: mailKind, language: supported };
}
