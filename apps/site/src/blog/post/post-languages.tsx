import { redirect } from "react-router";
import type { SiteClient } from "../../client.ts";
import { FeedLinks } from "../../shell/feed-links.tsx";
import { useSite } from "../../site.ts";
import { rejectUnknown } from "../blog-content.ts";
import Translations, { type Translation } from "./translations.tsx";

type PostOptions = Parameters<SiteClient["posts"]["getPostBySlug"]>[1];

/**
 * The post with a slug in one language, if several share the slug. A post without `?language=` URL has a single URL.
 *
 * @throws {Response} 301 to the post's canonical URL.
 */
export async function readInLanguage(client: SiteClient, slug: string, language: string, options: PostOptions) {
  const [first, wanted] = await Promise.all([
    client.posts.getPostBySlug(slug),
    client.posts.getPostBySlug(slug, { ...options, language }),
  ]).catch(rejectUnknown);
  if (first.post._id === wanted.post._id) throw redirect(`/blog/${encodeURIComponent(slug)}`, 301);
  return wanted;
}

/** The post and its translations, oldest first. */
export async function loadTranslations(client: SiteClient, translationId = ""): Promise<Translation[]> {
  const { posts } = await client.posts.queryPosts({
    filter: { translationId },
    sort: [{ fieldName: "firstPublishedDate", order: "ASC" }],
    cursorPaging: { limit: 100 },
  });
  return posts.map(({ language, slug }) => ({ language, slug }));
}

interface PostLanguagesProps {
  translations: readonly Translation[];
  /** Path of the post. */
  path: string;
  language: string;
}

/** Links to the translations, and the feed of a language other than the site's. */
export default function PostLanguages({ translations, path, language }: PostLanguagesProps) {
  const { siteName, language: siteLanguage } = useSite().settings;
  return (
    <>
      {language === siteLanguage ? null : (
        <FeedLinks title={`${siteName} (${language})`} search={`?language=${encodeURIComponent(language)}`} />
      )}
      <Translations versions={translations} folder="/blog/" named {...{ path, language }} />
    </>
  );
}
