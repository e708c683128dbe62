import type { Post } from "@porchlight/client/blog";
import { type Moment, type PostLink, prepareRichContent } from "@porchlight/react";
import type { LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../../client.ts";
import { clientContext, reportContext } from "../../site.ts";
import { categoryPath, loadCategories, loadTagLinks, refuseUnknown } from "../blog-content.ts";
import type { Translation } from "./translations.tsx";

type FullPost = Awaited<ReturnType<SiteClient["posts"]["getPostBySlug"]>>["post"];

export interface PostData {
  post: FullPost;
  categories: PostLink[];
  tags: PostLink[];
  more: MorePosts;
  /** The post itself among them; empty where it was never translated. */
  translations: Translation[];
  /** What its address ends in. */
  search: string;
}

/** Most addresses name no language, and most posts have no translation. */
const languages = () => import("./post-languages.tsx");

/**
 * The post with its text, its categories and tags by name, and where to read on. An unknown slug is the page's 404. `?language=` says
 * which post, where several languages have the slug.
 */
export async function postLoader({ params, request, context }: LoaderFunctionArgs): Promise<PostData> {
  const client = context.get(clientContext);
  const { slug = "" } = params;
  const language = new URL(request.url).searchParams.get("language");
  const options = { fieldsets: ["RICH_CONTENT" as const, "METRICS" as const] };
  const [{ post }, categories] = await Promise.all([
    language === null
      ? client.posts.getPostBySlug(slug, options).catch(refuseUnknown)
      : languages().then(({ readInLanguage }) => readInLanguage(client, slug, language, options)),
    // A post reads well without the names of its categories.
    loadCategories(client).catch(() => []),
  ]);
  const report = context.get(reportContext);
  const without =
    <Part>(part: Part) =>
    (error: unknown) => {
      report(error);
      return part;
    };
  // As without these.
  const [tags, more, translations] = await Promise.all([
    loadTagLinks(client, post.tagIds ?? []).catch(without([])),
    loadMorePosts(client, post).catch(without({ earlier: undefined, later: undefined, related: [] })),
    post.translationId
      ? languages()
          .then(({ loadTranslations }) => loadTranslations(client, post.translationId))
          .catch(without([]))
      : [],
    // Without this script the text waits for it.
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
    // No more than a tag of a language: a post was found by it.
    search: language ? `?language=${language}` : "",
  };
}

export interface RelatedPost extends PostLink {
  published: Moment;
}

/** Where a reader goes on after a post. */
export interface MorePosts {
  /** The post published before it. */
  earlier: PostLink | undefined;
  later: PostLink | undefined;
  related: RelatedPost[];
}

/** The posts before and after one, and those that go with it. */
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
