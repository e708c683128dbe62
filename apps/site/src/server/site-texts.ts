import { type TextLanguage, textLanguages } from "@porchlight/contract/texts/keys";
import type { Messages } from "@porchlight/react";
import { loadSiteTexts } from "../modules/translations.ts";
import { languageOfTexts, type Translations } from "../texts.ts";

/** Texts of a language other than English. */
export interface SiteTexts extends Translations {
  /** Texts of the components. */
  messages: Messages;
  /** Source files of the texts that a page loads first. */
  modules: readonly string[];
}

const loaded = new Map<TextLanguage, SiteTexts>();
for (const language of textLanguages) {
  if (language === "en") continue;
  const parts = ["common", "sign-in", "pages"].map(
    (part) => `../../packages/contract/src/texts/translations/${language}/${part}.json`,
  );
  const modules = ["src/modules/translations.ts", `src/messages/translations/${language}.json`, ...parts];
  loaded.set(language, { language, modules, ...(await loadSiteTexts(language)) });
}

/** The texts for a site in `language`, a BCP 47 tag; undefined for English. */
export const textsOf = (language: string): SiteTexts | undefined => loaded.get(languageOfTexts(language));
