import type { PostLink } from "@porchlight/react";
import type { LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../client.ts";
import { clientContext } from "../site.ts";
import { categoryPath, loadCategories, loadTagLinks } from "./blog-content.ts";

type FullPost = Awaited<ReturnType<SiteClient["posts"]["getPostBySlug"]>>["post"];

export interface PostData {
  post: FullPost;
  categories: PostLink[];
  tags: PostLink[];
}

/** The post with its text, and its categories and tags by name. An unknown slug is the page's 404. */
export async function postLoader({ params, context }: LoaderFunctionArgs): Promise<PostData> {
  const client = context.get(clientContext);
  const [{ post }, categories] = await Promise.all([
    client.posts.getPostBySlug(params.slug ?? "", { fieldsets: ["RICH_CONTENT"] }),
    // A post reads well without the names of its categories.
    loadCategories(client).catch(() => []),
  ]);
  const own = new Set(post.categoryIds);
  return {
    post,
    categories: categories
      .filter(({ id }) => own.has(id))
      .map((category) => ({ label: category.title, href: categoryPath(category) })),
    tags: await loadTagLinks(client, post.tagIds ?? []),
  };
}
