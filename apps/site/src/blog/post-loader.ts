import type { PostLink } from "@porchlight/react";
import type { LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../client.ts";
import { clientContext, reportContext } from "../site.ts";
import { categoryPath, loadCategories, loadTagLinks } from "./blog-content.ts";
import { loadMorePosts, type MorePosts } from "./more-posts.ts";
import { refuseUnknown } from "./no-address.ts";

type FullPost = Awaited<ReturnType<SiteClient["posts"]["getPostBySlug"]>>["post"];

export interface PostData {
  post: FullPost;
  categories: PostLink[];
  tags: PostLink[];
  more: MorePosts;
}

/** The post with its text, its categories and tags by name, and where to read on. An unknown slug is the page's 404. */
export async function postLoader({ params, context }: LoaderFunctionArgs): Promise<PostData> {
  const client = context.get(clientContext);
  const [{ post }, categories] = await Promise.all([
    client.posts.getPostBySlug(params.slug ?? "", { fieldsets: ["RICH_CONTENT"] }).catch(refuseUnknown),
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
  const [tags, more] = await Promise.all([
    loadTagLinks(client, post.tagIds ?? []).catch(without([])),
    loadMorePosts(client, post).catch(without({ earlier: undefined, later: undefined, related: [] })),
  ]);
  const own = new Set(post.categoryIds);
  return {
    post,
    categories: categories
      .filter(({ id }) => own.has(id))
      .map((category) => ({ label: category.title, href: categoryPath(category) })),
    tags,
    more,
  };
}
