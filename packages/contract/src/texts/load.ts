import type { TextLanguage } from "./keys.ts";

/** ICU messages by key. */
export type LoadedTexts = Readonly<Record<string, string>>;

interface TextFile {
  default: LoadedTexts;
}

/*
 * Each language except English has one file per part of an application that loads its texts at once. English has
 * smaller files, which the components import. Bundlers resolve the patterns, so each must be a literal.
 */
const common = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/common.json`, { with: { type: "json" } });
const signIn = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/sign-in.json`, { with: { type: "json" } });
const pages = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/pages.json`, { with: { type: "json" } });
const values = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/values.json`, { with: { type: "json" } });
const data = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/data.json`, { with: { type: "json" } });
const forms = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/forms.json`, { with: { type: "json" } });
const hosted = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/hosted.json`, { with: { type: "json" } });
const mail = (language: TextLanguage): Promise<TextFile> =>
  import(`./translations/${language}/mail.json`, { with: { type: "json" } });

/** A function that loads the texts of some files. */
function loaderOf(...files: ((language: TextLanguage) => Promise<TextFile>)[]) {
  return async (language: TextLanguage): Promise<LoadedTexts> => {
    // English texts are part of the code that uses them.
    if (language === "en") return {};
    const loaded = await Promise.all(files.map((file) => file(language)));
    return Object.assign({}, ...loaded.map((file) => file.default)) as LoadedTexts;
  };
}

/** Loads the texts of components that every page may show. */
export const loadCommonTexts = /* @__PURE__ */ loaderOf(common);
/** Loads the texts of sign-in, sign-up and recovery. */
export const loadSignInTexts = /* @__PURE__ */ loaderOf(signIn);
/** Loads the texts of all components, except those of collections and forms. */
export const loadPageTexts = /* @__PURE__ */ loaderOf(common, signIn, pages);
/** Loads the texts of collection pages. */
export const loadDataTexts = /* @__PURE__ */ loaderOf(values, data);
/** Loads the texts of forms. */
export const loadFormTexts = /* @__PURE__ */ loaderOf(values, forms);
/** Loads the texts of all components. */
export const loadScreenTexts = /* @__PURE__ */ loaderOf(common, signIn, pages, values, data, forms);
/** Loads all texts: those of components, hosted pages and emails. */
export const loadServerTexts = /* @__PURE__ */ loaderOf(common, signIn, pages, values, data, forms, hosted, mail);
