import { type RawBuilder, sql } from "kysely";
import { postPath } from "../posts/post-json-sql.ts";
import type { Visibility } from "../posts/posts-store.ts";

/**
 * Expression over a row `p` of posts: the language that its address has to name, since another post is shown at its slug, or nothing.
 * Without a language the post of the site's own comes first there, then the oldest.
 */
export function urlLanguage({ siteId, at }: Visibility, siteLanguage: string): RawBuilder<string | null> {
  return sql<string | null>`case when p.language <> ${siteLanguage} and exists (
    select from posts first where first.site_id = ${siteId} and first.slug = p.slug and first.id <> p.id
      and first.status = 'PUBLISHED' and first.first_published_at <= ${at}
      and (first.language = ${siteLanguage} or (first.first_published_at, first.id) < (p.first_published_at, p.id))
    ) then p.language end`;
}

/** The one address of a post's page. @param language As {@link urlLanguage} has it. */
export function postUrl(base: string, slug: string, language: string | null): string {
  return base + postPath + encodeURIComponent(slug) + (language === null ? "" : languageQuery(language));
}

/** What follows an address that is of one language. */
export function languageQuery(language: string): string {
  return `?language=${encodeURIComponent(language)}`;
}
