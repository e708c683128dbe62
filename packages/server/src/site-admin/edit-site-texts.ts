import type { updateSiteTextRequest } from "@porchlight/contract/site/schema";
import type {
  ListSiteTextsRequest,
  ListSiteTextsResponse,
  SiteTextByKeyRequest,
  SiteTextResponse,
} from "@porchlight/contract/site/site-settings";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { chooseLanguage, offeredLanguages } from "../platform/i18n/texts.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import {
  builtInText,
  listTexts,
  parseText,
  parseTextKey,
  type TextCatalog,
  TextError,
} from "../platform/settings/custom-texts.ts";
import { findSiteTexts } from "../platform/settings/site-texts-store.ts";
import { storeSiteText } from "./update-settings.ts";

type Place = SiteTextByKeyRequest["params"];

/** All replaceable texts in one language. @throws {Refusal} `NOT_ALLOWED`. */
export async function listSiteTexts(
  { db, site, textCatalog }: ServerContext,
  { caller }: Requester,
  { params: { language } }: ListSiteTextsRequest,
): Promise<ListSiteTextsResponse> {
  requireOwner(caller);
  const stored = (await findSiteTexts(db, site.id)).filter((text) => text.language === language);
  const custom = new Map(stored.map(({ key, words }) => [key, words]));
  return {
    language,
    languages: offeredLanguages(site),
    defaultLanguage: chooseLanguage(site.language),
    texts: listTexts(textCatalog, language).map(({ key, words }) => ({
      key,
      builtIn: words,
      custom: custom.get(key) ?? null,
    })),
  };
}

/**
 * Replaces a text; one that equals the built-in text restores it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`, `SITE_SETTINGS_CHANGED`. @throws {InvalidArguments} for `text`.
 */
export async function replaceSiteText(
  context: ServerContext,
  { caller }: Requester,
  { params: { language, key }, body }: z.output<typeof updateSiteTextRequest>,
): Promise<SiteTextResponse> {
  requireOwner(caller);
  const { textCatalog } = context;
  const textKey = requireKey(textCatalog, key);
  const words = parseWords(textCatalog, textKey, language, body.text);
  const isBuiltIn = words === builtInText(textCatalog, textKey, language);
  return store(context, caller, { key: textKey, language }, isBuiltIn ? undefined : words, body.basedOn);
}

/** Restores a built-in text. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function restoreSiteText(
  context: ServerContext,
  { caller }: Requester,
  { params: { language, key } }: SiteTextByKeyRequest,
): Promise<SiteTextResponse> {
  requireOwner(caller);
  return store(context, caller, { key: requireKey(context.textCatalog, key), language }, undefined);
}

async function store(
  context: ServerContext,
  caller: Requester["caller"],
  { key, language }: { key: string; language: Place["language"] },
  words: string | undefined,
  basedOn?: string | null,
): Promise<SiteTextResponse> {
  await storeSiteText(context, caller, {
    key,
    language,
    ...(words !== undefined && { words }),
    ...(basedOn !== undefined && { basedOn }),
  });
  return { text: { key, builtIn: builtInText(context.textCatalog, key, language), custom: words ?? null } };
}

function requireKey(catalog: TextCatalog, key: string): string {
  try {
    return parseTextKey(catalog, key);
  } catch (error) {
    if (error instanceof TextError) throw new Refusal("NOT_FOUND");
    throw error;
  }
}

function parseWords(catalog: TextCatalog, key: string, language: Place["language"], text: string): string {
  try {
    return parseText(catalog, key, language, text);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new InvalidArguments([violation("text", error.message.replace(/^"[\w.-]+" /, "").replace(/\.$/, ""))]);
  }
}
