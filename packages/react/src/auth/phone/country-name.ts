/** A country's name in this language, or the code if unknown. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
