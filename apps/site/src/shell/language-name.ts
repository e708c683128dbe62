/** A language's own name for itself, with a capital where the language has capitals; the tag where it is of no language. */
export function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: "language", fallback: "code" }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  } catch {
    return language;
  }
}
