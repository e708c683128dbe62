import type { PostLink, PostSummary } from "@porchlight/react";
import { data } from "react-router";
import type { SiteClient } from "../client.ts";

type ListOptions = NonNullable<Parameters<SiteClient["posts"]["listPosts"]>[0]>;
type ListedPost = NonNullable<Awaited<ReturnType<SiteClient["posts"]["listPosts"]>>["posts"]>[number];
type ListedCategory = NonNullable<
  Awaited<ReturnType<SiteClient["categories"]["listCategories"]>>["categories"]
>[number];

export interface BlogCategory {
  id: string;
  title: string;
  description: string;
  slug: string;
  postCount: number;
  language: string | null | undefined;
  /** What its translations have in common. */
  translationId: string | null | undefined;
}

/** Names of categories by their ids. */
export type CategoryNames = Readonly<Record<string, string>>;

/** One page of posts without their text. */
export async function loadPosts(
  client: SiteClient,
  options: ListOptions,
): Promise<{ posts: ListedPost[]; nextCursor: string | undefined }> {
  const { posts = [], metaData } = await client.posts.listPosts({ ...options, fieldsets: ["METRICS"] });
  return { posts, nextCursor: metaData?.cursor || undefined };
}

/** What cards show and nothing else: it travels with the page a second time, for hydration. */
export function toSummary(post: ListedPost, names: CategoryNames): PostSummary {
  const {
    _id,
    title,
    slug,
    excerpt,
    firstPublishedDate,
    authors,
    minutesToRead,
    heroImage,
    pinned,
    language,
    metrics,
  } = post;
  const categories = (post.categoryIds ?? []).flatMap((id) => names[id] ?? []);
  return {
    ...{ _id, title, slug, excerpt, firstPublishedDate, authors, minutesToRead, categories, pinned, language, metrics },
    ...(heroImage ? { heroImage } : {}),
  };
}

export function namesOf(categories: readonly BlogCategory[]): CategoryNames {
  return Object.fromEntries(categories.map(({ id, title }) => [id, title]));
}

/** Categories that hold posts, in the owner's order. */
export async function loadCategories(client: SiteClient): Promise<BlogCategory[]> {
  const { categories = [] } = await client.categories.listCategories({ paging: { limit: 100 } });
  return categories.map(toBlogCategory).filter(({ postCount }) => postCount > 0);
}

export function toBlogCategory(category: ListedCategory): BlogCategory {
  const { _id, title, label, description, slug, postCount, language, translationId } = category;
  return {
    language,
    translationId,
    id: _id ?? "",
    title: title || label || "",
    description: description ?? "",
    slug: slug ?? "",
    postCount: postCount ?? 0,
  };
}

export function categoryPath(category: Pick<BlogCategory, "slug">): string {
  return `/blog/category/${encodeURIComponent(category.slug)}`;
}

export function tagPath(slug: string): string {
  return `/blog/tag/${encodeURIComponent(slug)}`;
}

export function authorPath(name: string): string {
  return `/blog/author/${encodeURIComponent(name)}`;
}

/** Tags with the addresses of their posts, in the order of `ids`; what is unknown is left out. */
export async function loadTagLinks(client: SiteClient, ids: readonly string[]): Promise<PostLink[]> {
  if (ids.length === 0) return [];
  const { tags } = await client.tags.queryTags({ filter: { _id: { $in: ids } }, paging: { limit: 100 } });
  return ids.flatMap((id) => {
    const tag = tags.find(({ _id }) => _id === id);
    return tag?.label && tag.slug ? [{ label: tag.label, href: tagPath(tag.slug) }] : [];
  });
}

/** What the server cannot take comes from the address here: a cursor that was cut off, a slug longer than any. No page is there. */
export function refuseUnfit(error: unknown): void {
  if (error instanceof Error && "kind" in error && error.kind === "invalid") throw data(null, { status: 404 });
}

/** As {@link refuseUnfit}, for reads that a page cannot do without. */
export function refuseUnknown(error: unknown): never {
  refuseUnfit(error);
  throw error;
}
