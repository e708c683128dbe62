import type { Post } from "@porchlight/client/blog";
import { type PostLink, type PostSummary, prepareRichContent } from "@porchlight/react";
import type { LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../../client.ts";
import { clientContext, reportContext, settingsContext } from "../../site.ts";
import {
  type CategoryNames,
  categoryPath,
  loadCategories,
  loadTagLinks,
  namesOf,
  rejectUnknown,
  toSummary,
} from "../blog-content.ts";
import { commentOutcomeContext, loadComments, type PostComments } from "../comments/comments-loader.ts";
import { highlightCode } from "./highlight-code.ts";
import { withContents } from "./post-contents.ts";
import type { Translation } from "./translations.tsx";

type FullPost = Awaited<ReturnType<SiteClient["posts"]["getPostBySlug"]>>["post"];

export interface PostData {
  post: FullPost;
  categories: PostLink[];
  tags: PostLink[];
  more: MorePosts;
  /** Absent if the site has none. */
  comments?: PostComments | undefined;
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
  const query = new URL(request.url).searchParams;
  const language = query.get("language");
  const options = { fieldsets: ["RICH_CONTENT" as const, "METRICS" as const, "SEO" as const] };
  const [{ post }, categories] = await Promise.all([
    language === null
      ? client.posts.getPostBySlug(slug, options).catch(rejectUnknown)
      : languages().then(({ readInLanguage }) => readInLanguage(client, slug, language, options)),
    // Category names are optional.
    loadCategories(client).catch(() => []),
  ]);
  const report = context.get(reportContext);
  const richContent = post.richContent && withContents(post.richContent, post.minutesToRead);
  const without =
    <Part>(part: Part) =>
    (error: unknown) => {
      report(error);
      return part;
    };
  // Optional, too.
  const [tags, more, translations, comments, highlighted] = await Promise.all([
    loadTagLinks(client, post.tagIds ?? []).catch(without([])),
    loadMorePosts(client, post, namesOf(categories)).catch(
      without({ earlier: undefined, later: undefined, related: [] }),
    ),
    post.translationId
      ? languages()
          .then(({ loadTranslations }) => loadTranslations(client, post.translationId))
          .catch(without([]))
      : [],
    context.get(settingsContext).comments
      ? loadComments(client, post._id, query, context.get(commentOutcomeContext)).catch(without(undefined))
      : undefined,
    richContent && highlightCode(richContent).catch(without(richContent)),
    // The content waits for this script.
    prepareRichContent(richContent).catch(report),
  ]);
  const own = new Set(post.categoryIds);
  return {
    post: { ...post, ...(highlighted && { richContent: highlighted }) },
    categories: categories
      .filter(({ id }) => own.has(id))
      .map((category) => ({ label: category.title, href: categoryPath(category) })),
    tags,
    more,
    comments,
    translations,
    // A valid language tag, since it found a post.
    search: language ? `?language=${language}` : "",
  };
}

/** Posts to read next. */
export interface MorePosts {
  /** The previous post. */
  earlier: PostLink | undefined;
  later: PostLink | undefined;
  related: PostSummary[];
}

/** The previous, next and related posts. */
export async function loadMorePosts(
  client: SiteClient,
  { _id }: Pick<Post, "_id">,
  names: CategoryNames,
): Promise<MorePosts> {
  const { previous, next, related } = await client.discovery.getPostsAround(_id);
  return {
    earlier: previous && toLink(previous),
    later: next && toLink(next),
    related: related.map((post) => toSummary(post, names)),
  };
}

function toLink({ title, slug }: Post): PostLink {
  return { label: title, href: `/blog/${encodeURIComponent(slug)}` };
}
