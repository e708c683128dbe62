import type { TextLanguage } from "@porchlight/contract/texts/keys";

/* A module of its own, which the editor in English does not load. */

/** Loads the texts of a language other than English. */
export async function loadEditorTexts(language: TextLanguage): Promise<Readonly<Record<string, string>>> {
  const file: { default: Readonly<Record<string, string>> } = await import(`./translations/${language}.json`, {
    with: { type: "json" },
  });
  return file.default;
}
