import { textLanguageOf } from "@porchlight/contract/texts/keys";

/** Texts of the editor in another language, by their English text. */
export type EditorTexts = Readonly<Record<string, string>>;

let translations: EditorTexts = {};

/** Sets the language of all editors of this page. Call it before the first one is rendered. Default: English. */
export function setEditorTexts(texts: EditorTexts): void {
  translations = texts;
}

/** Sets the language of all editors of this page by its BCP 47 tag: English if there are no texts in it. */
export async function setEditorLanguage(language: string): Promise<void> {
  const supported = textLanguageOf(language);
  if (supported === undefined || supported === "en") setEditorTexts({});
  else setEditorTexts(await (await import("./load.ts")).loadEditorTexts(supported));
}

/** Returns a text in the language of the page, with the values of its placeholders. */
export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (translations[english] ?? english).replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}
