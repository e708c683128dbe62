import english from "./texts/en.json" with { type: "json" };

/** Keys of the words in mails; the English file is the list of them. */
export type MailTextKey = keyof typeof english;

const languages: Record<string, Record<MailTextKey, string>> = { en: english };

/** The words of one language, English where there is none: `text(key, values)` fills `{name}` places. */
export function mailTexts(language: string): (key: MailTextKey, values?: Record<string, string | number>) => string {
  const texts = languages[language.split("-")[0]!.toLowerCase()] ?? english;
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
