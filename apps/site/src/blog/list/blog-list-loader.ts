import type { PostLink, PostPage, PostSummary } from "@porchlight/react";
import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { SiteClient } from "../../client.ts";
import { type Problem, toProblem } from "../../shell/problem.ts";
import { clientContext, reportContext, settingsContext } from "../../site.ts";
import { loadArchive } from "../archive/archive.ts";
import type { ArchivePart } from "../archive/archive-nav.tsx";
import {
  authorPath,
  type BlogCategory,
  type CategoryNames,
  categoryPath,
  loadCategories,
  loadPosts,
  namesOf,
  onePerTranslation,
  rejectInvalidUrl,
  rejectUnknown,
  tagPath,
  toBlogCategory,
  toSummary,
} from "../blog-content.ts";
import type { Translation } from "../post/translations.tsx";
import { listHref, postSorts, type SortName, sortOf } from "./post-sort.ts";

export const postsPerPage = 12;

/** The posts of a list: all, or those of one category, tag, author or period. */
export interface PostFilter {
  categoryIds?: string[];
  tagIds?: string[];
  author?: string;
  /** ISO 8601; inclusive start, exclusive end. */
  published?: { from: string; to: string | undefined };
}

export interface BlogListData {
  /** The list's category, tag or author; absent for all posts. */
  name?: string;
  description?: string | undefined;
  /** Canonical path of this list. */
  path: string;
  filter: PostFilter;
  /** Total number of posts; absent if unknown. */
  postCount?: number;
  /** Links to the categories of the blog. */
  categories?: PostLink[];
  /** The categories that cards name; not the list's own. */
  categoryNames: CategoryNames;
  /** Absent if the list has only one order. */
  sort?: SortName;
  posts: PostSummary[];
  nextHref?: string | undefined;
  /** Whether this page starts at a cursor. */
  continued: boolean;
  /** Why the posts are missing, if they are. */
  problem?: Problem;
  archive?: ArchivePart;
  /** The picture of a category or tag. */
  cover?: string | undefined;
  /** A category's own data. */
  category?: { language: string; translations: Translation[] };
}

export type ListMetadata = Omit<BlogListData, "posts" | "nextHref" | "continued" | "problem">;

/** All posts; `?sort=` sets the order, `?cursor=` the start. */
export async function blogListLoader(args: LoaderFunctionArgs) {
  const client = args.context.get(clientContext);
  const search = new URL(args.request.url).searchParams;
  const tagId = search.get("tag");
  // The former URL of tags.
  if (tagId) throw redirect(tagPath((await client.tags.getTag(tagId).catch(rejectUnknown)).slug ?? ""), 301);
  // As in `loadNames`.
  const [categories, archive] = await Promise.all([loadCategories(client).catch(() => []), loadArchivePart(args)]);
  return loadList(args, {
    path: "/blog",
    filter: {},
    categories: toLinks(onePerTranslation(categories, args.context.get(settingsContext).language)),
    categoryNames: namesOf(categories),
    sort: sortOf(search),
    archive,
  });
}

/** The posts of one category. An unknown slug or a category without posts is a 404. */
export async function categoryLoader(args: LoaderFunctionArgs) {
  const client = args.context.get(clientContext);
  const [{ category }, categories] = await Promise.all([
    client.categories.getCategoryBySlug(args.params.slug ?? "").catch(rejectUnknown),
    // As in `loadNames`.
    loadCategories(client).catch(() => []),
  ]);
  const { id, title, description, slug, postCount, language, translationId } = toBlogCategory(category);
  if (postCount === 0) throw data(null, { status: 404 });
  const { [id]: _own, ...otherNames } = namesOf(categories);
  const translations = categories
    .filter((other) => translationId && other.translationId === translationId)
    .map((other) => ({ language: other.language ?? "", slug: other.slug }));
  return loadList(args, {
    name: title,
    description,
    path: categoryPath({ slug }),
    filter: { categoryIds: [id] },
    postCount,
    categories: toLinks(onePerTranslation(categories, language || args.context.get(settingsContext).language)),
    categoryNames: otherNames,
    cover: category.coverImage,
    category: { language: language ?? "", translations },
    sort: sortOf(new URL(args.request.url).searchParams),
  });
}

/** The posts with one tag. An unknown slug is a 404. */
export async function tagLoader(args: LoaderFunctionArgs) {
  const client = args.context.get(clientContext);
  const [{ tag }, categoryNames] = await Promise.all([
    client.tags.getTagBySlug(args.params.slug ?? "").catch(rejectUnknown),
    loadNames(client),
  ]);
  return loadList(args, {
    name: tag.label ?? "",
    description: tag.description,
    cover: tag.coverImage,
    path: tagPath(tag.slug ?? ""),
    filter: { tagIds: [tag._id] },
    postCount: tag.publishedPostCount ?? 0,
    categoryNames,
    sort: sortOf(new URL(args.request.url).searchParams),
  });
}

/** The posts of one author, newest first. An author without posts is a 404. */
export async function authorLoader(args: LoaderFunctionArgs) {
  const author = args.params.name ?? "";
  const list = await loadList(args, {
    name: author,
    path: authorPath(author),
    filter: { author },
    categoryNames: await loadNames(args.context.get(clientContext)),
  });
  if (list.data.posts.length === 0 && !list.data.problem) throw data(null, { status: 404 });
  return list;
}

/** The page of a list that the URL requests, or the status of its error. */
export async function loadList({ request, context }: LoaderFunctionArgs, metadata: ListMetadata) {
  const client = context.get(clientContext);
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const continued = cursor !== undefined;
  try {
    const { posts, nextHref } = await loadPostPage(client, metadata, cursor);
    return data<BlogListData>({ ...metadata, posts: [...posts], nextHref, continued });
  } catch (error) {
    rejectInvalidUrl(error);
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<BlogListData>({ ...metadata, posts: [], continued, problem }, { status: problem.status });
  }
}

/** The page of a list that starts at `cursor`. */
export async function loadPostPage(
  client: SiteClient,
  { path, filter, categoryNames, sort = "feed" }: Pick<ListMetadata, "path" | "filter" | "categoryNames" | "sort">,
  cursor: string | undefined,
): Promise<PostPage> {
  const { author, published, ...listed } = filter;
  const paging = { limit: postsPerPage, ...(cursor ? { cursor } : {}) };
  const { posts, nextCursor } =
    author === undefined && !published
      ? await loadPosts(client, { ...listed, sort: postSorts[sort].sort, paging })
      : await queryPosts(client, { author, published }, paging);
  return {
    posts: posts.map((post) => toSummary(post, categoryNames)),
    nextHref: nextCursor && listHref(path, sort, nextCursor),
  };
}

async function queryPosts(
  client: SiteClient,
  { author, published }: { author: PostFilter["author"]; published: PostFilter["published"] },
  cursorPaging: { limit: number; cursor?: string },
): Promise<Awaited<ReturnType<typeof loadPosts>>> {
  const filter = {
    ...(author === undefined ? {} : { authors: { $hasSome: [author] } }),
    ...(published ? { firstPublishedDate: { $gte: published.from, ...(published.to && { $lt: published.to }) } } : {}),
  };
  const { posts, pagingMetadata } = await client.posts.queryPosts(
    // A cursor contains filter and order.
    cursorPaging.cursor
      ? { cursorPaging }
      : { filter, sort: [{ fieldName: "firstPublishedDate", order: "DESC" }], cursorPaging },
    { fieldsets: ["METRICS"] },
  );
  return { posts, nextCursor: pagingMetadata.cursors?.next };
}

async function loadArchivePart({ context }: LoaderFunctionArgs): Promise<ArchivePart> {
  try {
    return { months: await loadArchive(context.get(clientContext)) };
  } catch (error) {
    context.get(reportContext)(error);
    return { problem: toProblem(error) };
  }
}

function toLinks(categories: readonly BlogCategory[]): PostLink[] {
  return categories.map((category) => ({ label: category.title, href: categoryPath(category) }));
}

/** Category names are optional: without them, the posts are still shown. */
function loadNames(client: SiteClient): Promise<CategoryNames> {
  return loadCategories(client).then(namesOf, () => ({}));
}
