/** Returns the text of a key with its placeholders in braces filled in. */
export type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of a language other than English, by key. */
export type Translations = Readonly<Record<string, string>>;

let findTranslations: () => Translations | undefined = () => undefined;

/** Sets the texts of the page's language, with English as the fallback. Call it before rendering. */
export function setTexts(words: Translations): void {
  findTranslations = () => words;
}

/** Looks up texts by request instead, for a process that renders sites in several languages. */
export function setTextsByRequest(find: () => Translations | undefined): void {
  findTranslations = find;
}

/** Texts of one part of the site, bundled with its script. Keys are unique across the site. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  return (key, values = {}) =>
    (findTranslations()?.[key] ?? words[key]).replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
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
