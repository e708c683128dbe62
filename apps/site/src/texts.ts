/** Returns the text of a key with its placeholders in braces filled in. */
export type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of a language other than English; one per page or server process. */
let translations: Readonly<Record<string, string>> = {};

/** Sets the texts of a language, with English as the fallback. Call it before rendering. */
export function setTexts(words: Readonly<Record<string, string>>): void {
  translations = words;
}

/** Texts of one part of the site, bundled with its script. Keys are unique across the site. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  return (key, values = {}) =>
    (translations[key] ?? words[key]).replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}

/** Whether the site is in German, the only language besides English. */
export function isGerman(language: string): boolean {
  return /^de\b/i.test(language);
}

/** A language's name in itself, capitalized if its script has capitals; the tag if unknown. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: "language", fallback: "code" }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
