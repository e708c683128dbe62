import { type Language, languageIn, languages } from "../texts.ts";
import { type MailKind, mailKindNames } from "./mail-kinds.ts";
import { MailTemplateError } from "./template-error.ts";

/** One mail in one language, as an owner names it. @throws {MailTemplateError} there is no such mail, or no words in the language. */
export function mailTemplateName(kind: string, language: string): { kind: MailKind; language: Language } {
  const known = mailKindNames.find((name) => name === kind);
  if (!known) throw new MailTemplateError(`There is no mail "${kind}". There are: ${mailKindNames.join(", ")}.`);
  const spoken = languageIn(language);
  if (!spoken) throw new MailTemplateError(`There are no mails in "${language}". There are: ${languages.join(", ")}.`);
  return { kind: known, language: spoken };
}
