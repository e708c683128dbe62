import type { Caller } from "../../platform/context/caller.ts";
import type { BlogTxContext } from "../blog-context.ts";
import { postPath, type ReaderKind, type UrlBases, type Visibility } from "./post-json-sql.ts";

/** What visitors and members may see now: published posts dated now or earlier. */
export function publicVisibility(context: BlogTxContext): Visibility {
  return { siteId: context.site.id, at: context.now() };
}

/** Base URL of blog pages, without a trailing slash. */
export function blogBaseUrl({ config }: BlogTxContext): string {
  return config.siteUrl ?? config.publicUrl;
}

/** How much of a restricted post the caller may see. */
export function readerKind(caller: Caller): ReaderKind {
  return caller.kind === "member" ? "member" : "visitor";
}

/** Base URLs for serialized posts. */
export function urlBases(context: BlogTxContext): UrlBases {
  return { pages: blogBaseUrl(context), media: context.config.publicUrl };
}

/** The canonical URL of a post. @param language The result of `urlLanguage`. */
export function postUrl(base: string, slug: string, language: string | null): string {
  return base + postPath + encodeURIComponent(slug) + (language === null ? "" : languageQuery(language));
}

/** The query string that selects a language. */
export function languageQuery(language: string): string {
  return `?language=${encodeURIComponent(language)}`;
}
