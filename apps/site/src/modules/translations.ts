import type { TextLanguage } from "@porchlight/contract/texts/keys";
import { loadPageTexts } from "@porchlight/contract/texts/load";

/* A module of its own, which pages in English do not load. */

export { loadDataTexts, loadFormTexts } from "@porchlight/contract/texts/load";

/** Loads the texts of a language other than English: those of the site, and those of the components on most pages. */
export async function loadSiteTexts(language: TextLanguage) {
  const own: Promise<{ default: Readonly<Record<string, string>> }> = import(
    `../messages/translations/${language}.json`,
    {
      with: { type: "json" },
    }
  );
  return { words: (await own).default, messages: await loadPageTexts(language) };
}
