/** Looks up words by key and fills in what stands in braces. */
export type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** The page's language where it is not English. One for the life of a page, and of a server. */
let spoken: Readonly<Record<string, string>> = {};

/** Has all words come from `words` from now on, and in English where there are none. Before anything is drawn. */
export function speak(words: Readonly<Record<string, string>>): void {
  spoken = words;
}

/** Words of one part of the site, which come along with that part's script and no other. Keys are unique in the site. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  return (key, values = {}) =>
    (spoken[key] ?? words[key]).replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}

/** Whether the site speaks German, which it has words for. */
export function isGerman(language: string): boolean {
  return /^de\b/i.test(language);
}

/** A language's own name for itself, with a capital where the language has capitals; the tag where it is of no language. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: "language", fallback: "code" }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
