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
  /** `wix:image://…`, or a URL. */
  cover: string | undefined;
  language: string | null | undefined;
  /** Shared by its translations. */
  translationId: string | null | undefined;
}

/** Category names by id. */
export type CategoryNames = Readonly<Record<string, string>>;

/** One page of posts without their content. */
export async function loadPosts(
  client: SiteClient,
  options: ListOptions,
): Promise<{ posts: ListedPost[]; nextCursor: string | undefined }> {
  const { posts = [], metaData } = await client.posts.listPosts({ ...options, fieldsets: ["METRICS"] });
  return { posts, nextCursor: metaData?.cursor || undefined };
}

/** Only what cards show: it is in the page a second time, for hydration. */
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

/** Categories with posts, in the owner's order. */
export async function loadCategories(client: SiteClient): Promise<BlogCategory[]> {
  const { categories = [] } = await client.categories.listCategories({ paging: { limit: 100 } });
  return categories.map(toBlogCategory).filter(({ postCount }) => postCount > 0);
}

/** One category of each group of translations: the one in `language`, or the first. */
export function onePerTranslation(categories: readonly BlogCategory[], language: string | undefined): BlogCategory[] {
  return categories.filter((category) => {
    const { translationId } = category;
    const group = translationId ? categories.filter((other) => other.translationId === translationId) : [category];
    return category === (group.find((one) => one.language === language) ?? group[0]);
  });
}

export function toBlogCategory(category: ListedCategory): BlogCategory {
  const { _id, title, label, description, slug, postCount, coverImage, language, translationId } = category;
  return {
    language,
    translationId,
    id: _id ?? "",
    title: title || label || "",
    description: description ?? "",
    slug: slug ?? "",
    postCount: postCount ?? 0,
    cover: coverImage || undefined,
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

/** Tags with their URLs, in the order of `ids`; unknown ones are omitted. */
export async function loadTagLinks(client: SiteClient, ids: readonly string[]): Promise<PostLink[]> {
  if (ids.length === 0) return [];
  const { tags } = await client.tags.queryTags({ filter: { _id: { $in: ids } }, paging: { limit: 100 } });
  return ids.flatMap((id) => {
    const tag = tags.find(({ _id }) => _id === id);
    return tag?.label && tag.slug ? [{ label: tag.label, href: tagPath(tag.slug) }] : [];
  });
}

/** Throws a 404 if the server rejected a value of the URL, such as a truncated cursor or an overlong slug. */
export function rejectInvalidUrl(error: unknown): void {
  if (error instanceof Error && "kind" in error && error.kind === "invalid") throw data(null, { status: 404 });
}

/** {@link rejectInvalidUrl} for required data: rethrows other errors. */
export function rejectUnknown(error: unknown): never {
  rejectInvalidUrl(error);
  throw error;
}
