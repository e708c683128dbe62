import type { Post } from "@porchlight/client/blog";
import { type Moment, type PostLink, prepareRichContent } from "@porchlight/react";
import type { LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../../client.ts";
import { clientContext, reportContext } from "../../site.ts";
import { categoryPath, loadCategories, loadTagLinks, rejectUnknown } from "../blog-content.ts";
import type { Translation } from "./translations.tsx";

type FullPost = Awaited<ReturnType<SiteClient["posts"]["getPostBySlug"]>>["post"];

export interface PostData {
  post: FullPost;
  categories: PostLink[];
  tags: PostLink[];
  more: MorePosts;
  /** Including the post itself; empty if it was never translated. */
  translations: Translation[];
  /** The query of its URL. */
  search: string;
}

/** Rarely needed, so loaded on demand. */
const languages = () => import("./post-languages.tsx");

/**
 * A post with its content, category and tag names, and adjacent posts. An unknown slug is a 404. `?language=` selects
 * the post if several languages share the slug.
 */
export async function postLoader({ params, request, context }: LoaderFunctionArgs): Promise<PostData> {
  const client = context.get(clientContext);
  const { slug = "" } = params;
  const language = new URL(request.url).searchParams.get("language");
  const options = { fieldsets: ["RICH_CONTENT" as const, "METRICS" as const] };
  const [{ post }, categories] = await Promise.all([
    language === null
      ? client.posts.getPostBySlug(slug, options).catch(rejectUnknown)
      : languages().then(({ readInLanguage }) => readInLanguage(client, slug, language, options)),
    // Category names are optional.
    loadCategories(client).catch(() => []),
  ]);
  const report = context.get(reportContext);
  const without =
    <Part>(part: Part) =>
    (error: unknown) => {
      report(error);
      return part;
    };
  // Optional, too.
  const [tags, more, translations] = await Promise.all([
    loadTagLinks(client, post.tagIds ?? []).catch(without([])),
    loadMorePosts(client, post).catch(without({ earlier: undefined, later: undefined, related: [] })),
    post.translationId
      ? languages()
          .then(({ loadTranslations }) => loadTranslations(client, post.translationId))
          .catch(without([]))
      : [],
    // The content waits for this script.
    prepareRichContent(post.richContent).catch(report),
  ]);
  const own = new Set(post.categoryIds);
  return {
    post,
    categories: categories
      .filter(({ id }) => own.has(id))
      .map((category) => ({ label: category.title, href: categoryPath(category) })),
    tags,
    more,
    translations,
    // A valid language tag, since it found a post.
    search: language ? `?language=${language}` : "",
  };
}

export interface RelatedPost extends PostLink {
  published: Moment;
}

/** Posts to read next. */
export interface MorePosts {
  /** The previous post. */
  earlier: PostLink | undefined;
  later: PostLink | undefined;
  related: RelatedPost[];
}

/** The previous, next and related posts. */
export async function loadMorePosts(client: SiteClient, { _id }: Pick<Post, "_id">): Promise<MorePosts> {
  const { previous, next, related } = await client.discovery.getPostsAround(_id);
  return {
    earlier: previous && toLink(previous),
    later: next && toLink(next),
    related: related.map((post) => ({ ...toLink(post), published: post.firstPublishedDate })),
  };
}

function toLink({ title, slug }: Post): PostLink {
  return { label: title, href: `/blog/${encodeURIComponent(slug)}` };
}
