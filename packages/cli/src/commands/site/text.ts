import {
  createTextCatalog,
  findSiteTexts,
  listTexts,
  parseText,
  parseTextKey,
  parseTextLanguage,
  updateSiteText,
} from "@porchlight/server/operations";
import { type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { loadSite } from "../../start/site-module.ts";

/** The texts of the hosted pages and the included member site. */
const loadCatalog = async (io: Io) => createTextCatalog((await loadSite(io, undefined))?.texts);

/** `porchlight text list [--language de] [--changed]` */
export async function listSiteTexts(
  io: Io,
  { language = "en", changed, ...options }: CommonOptions & { language?: string; changed?: boolean },
): Promise<void> {
  const textLanguage = parseTextLanguage(language);
  const own = await withOperator(io, options, (context) => findSiteTexts(context.db, context.site.id));
  const texts = listTexts(await loadCatalog(io), textLanguage).flatMap(({ key, words }) => {
    const chosen = own.find((text) => text.key === key && text.language === textLanguage)?.words;
    if (changed && chosen === undefined) return [];
    return { key, language: textLanguage, words: chosen ?? words, isChanged: chosen !== undefined };
  });
  const lines = texts.map(({ key, words, isChanged }) => `${isChanged ? "*" : " "} ${key}  ${words}`);
  printResult(io, { texts }, lines.join("\n") || "No texts were changed.");
}

/** `porchlight text set <key> <language> <words>` */
export async function setSiteText(
  io: Io,
  key: string,
  language: string,
  typed: string,
  options: CommonOptions,
): Promise<void> {
  const catalog = await loadCatalog(io);
  const place = { key: parseTextKey(catalog, key), language: parseTextLanguage(language) };
  const text = { ...place, words: parseText(catalog, place.key, place.language, typed) };
  await withOperator(io, options, (context) => updateSiteText(context, owner, text));
  printResult(io, text, `${key} (${language}) ${text.words}`);
}

/** `porchlight text reset <key> <language>` */
export async function resetSiteText(io: Io, key: string, language: string, options: CommonOptions): Promise<void> {
  const catalog = await loadCatalog(io);
  const place = { key: parseTextKey(catalog, key), language: parseTextLanguage(language) };
  const words = listTexts(catalog, place.language).find((text) => text.key === key)?.words ?? "";
  await withOperator(io, options, (context) => updateSiteText(context, owner, place));
  printResult(io, { ...place, words }, `${key} (${language}) ${words}`);
}
