import type { PostLink, PostSummary } from "@porchlight/react";
import type { SiteClient } from "../client.ts";

type ListOptions = NonNullable<Parameters<SiteClient["posts"]["listPosts"]>[0]>;
type ListedPost = NonNullable<Awaited<ReturnType<SiteClient["posts"]["listPosts"]>>["posts"]>[number];

export interface BlogCategory {
  id: string;
  title: string;
  description: string;
  slug: string;
  postCount: number;
}

/** Names of categories by their ids. */
export type CategoryNames = Readonly<Record<string, string>>;

/** One page of posts without their text. */
export async function loadPosts(
  client: SiteClient,
  options: ListOptions,
): Promise<{ posts: ListedPost[]; nextCursor: string | undefined }> {
  const { posts = [], metaData } = await client.posts.listPosts(options);
  return { posts, nextCursor: metaData?.cursor || undefined };
}

/** What cards show and nothing else: it travels with the page a second time, for hydration. */
export function toSummary(post: ListedPost, names: CategoryNames): PostSummary {
  const { _id, title, slug, excerpt, firstPublishedDate, authors, minutesToRead, pinned, language } = post;
  const categories = (post.categoryIds ?? []).flatMap((id) => names[id] ?? []);
  return { _id, title, slug, excerpt, firstPublishedDate, authors, minutesToRead, categories, pinned, language };
}

export function namesOf(categories: readonly BlogCategory[]): CategoryNames {
  return Object.fromEntries(categories.map(({ id, title }) => [id, title]));
}

/** Categories that hold posts, in the owner's order. */
export async function loadCategories(client: SiteClient): Promise<BlogCategory[]> {
  const { categories = [] } = await client.categories.listCategories({ paging: { limit: 100 } });
  return categories
    .map(({ _id, title, label, description, slug, postCount }) => ({
      id: _id ?? "",
      title: title || label || "",
      description: description ?? "",
      slug: slug ?? "",
      postCount: postCount ?? 0,
    }))
    .filter(({ postCount }) => postCount > 0);
}

export function categoryPath(category: BlogCategory): string {
  return `/blog/category/${encodeURIComponent(category.slug)}`;
}

/** Tags with the address of their posts; one that cannot be read is left out. */
export async function loadTagLinks(client: SiteClient, ids: readonly string[]): Promise<PostLink[]> {
  const tags = await Promise.all(ids.map((id) => client.tags.getTag(id).catch(() => undefined)));
  return tags.flatMap((tag) => (tag?._id && tag.label ? [{ label: tag.label, href: `/blog?tag=${tag._id}` }] : []));
}
