import type { TextLanguage } from "@porchlight/contract/texts/keys";

/* A module of its own, which the console in English does not load. */

export { loadCommonTexts, loadScreenTexts, loadSignInTexts } from "@porchlight/contract/texts/load";

interface TextFile {
  /** Translations by English text. */
  default: Readonly<Record<string, string>>;
}

/** Loads the texts of the first pages: those of `access`, `home`, `shell` and `ui`. */
export const loadFirstTexts = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/first.json`, { with: { type: "json" } });

/** Loads the other texts. */
export const loadOtherTexts = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/pages.json`, { with: { type: "json" } });
