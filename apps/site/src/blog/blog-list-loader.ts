import type { PostPage, PostSummary } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../client.ts";
import { type Problem, toProblem } from "../shell/problem.ts";
import { clientContext, reportContext } from "../site.ts";
import { type CategoryNames, categoryPath, loadCategories, loadPosts, namesOf, toSummary } from "./blog-content.ts";

export const postsPerPage = 12;

/** Which posts a list holds: all, or those of one category or tag. */
export interface PostFilter {
  categoryIds?: string[];
  tagIds?: string[];
}

export interface BlogListData {
  /** Name of the category or tag; absent on the list of all posts. */
  name?: string;
  description?: string;
  /** The one address of this list. */
  path: string;
  filter: PostFilter;
  /** What the cards name; not what the whole list has in common. */
  categoryNames: CategoryNames;
  posts: PostSummary[];
  nextHref?: string | undefined;
  /** Whether this page starts somewhere in the middle. */
  continued: boolean;
  /** Why the posts are missing, when they are. */
  problem?: Problem;
}

type ListFacts = Pick<BlogListData, "name" | "description" | "path" | "filter" | "categoryNames">;

/** All posts, pinned first; `?tag=` leaves those with one tag, `?cursor=` says where the page starts. */
export async function blogListLoader(args: LoaderFunctionArgs) {
  const client = args.context.get(clientContext);
  const tagId = new URL(args.request.url).searchParams.get("tag");
  // Posts read well without the names of their categories.
  const loadNames = loadCategories(client).then(namesOf, () => ({}));
  if (!tagId) return loadList(args, { path: "/blog", filter: {}, categoryNames: await loadNames });
  const tag = await client.tags.getTag(tagId).catch(refuseUnknown);
  return loadList(args, {
    categoryNames: await loadNames,
    name: tag.label ?? "",
    path: `/blog?tag=${encodeURIComponent(tagId)}`,
    filter: { tagIds: [tagId] },
  });
}

/** The posts of one category. */
export async function categoryLoader(args: LoaderFunctionArgs) {
  const categories = await loadCategories(args.context.get(clientContext));
  const category = categories.find(({ slug }) => slug === args.params.slug);
  if (!category) throw data(null, { status: 404 });
  const { id, title, description } = category;
  return loadList(args, {
    name: title,
    description,
    path: categoryPath(category),
    filter: { categoryIds: [id] },
    categoryNames: namesOf(categories.filter((other) => other !== category)),
  });
}

async function loadList({ request, context }: LoaderFunctionArgs, facts: ListFacts) {
  const client = context.get(clientContext);
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const continued = cursor !== undefined;
  try {
    const { posts, nextHref } = await loadPostPage(client, facts, cursor);
    return data<BlogListData>({ ...facts, posts: [...posts], nextHref, continued });
  } catch (error) {
    // An address with a cursor that was cut off is no address of ours.
    if (continued) refuseInvalid(error);
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<BlogListData>({ ...facts, posts: [], continued, problem }, { status: problem.status });
  }
}

/** The page of a list that starts at `cursor`. */
export async function loadPostPage(
  client: SiteClient,
  { path, filter, categoryNames }: Pick<ListFacts, "path" | "filter" | "categoryNames">,
  cursor: string | undefined,
): Promise<PostPage> {
  const { posts, nextCursor } = await loadPosts(client, {
    ...filter,
    sort: "FEED",
    paging: { limit: postsPerPage, ...(cursor ? { cursor } : {}) },
  });
  return {
    posts: posts.map((post) => toSummary(post, categoryNames)),
    nextHref: nextCursor && `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(nextCursor)}`,
  };
}

function refuseInvalid(error: unknown): void {
  if (error instanceof Error && "kind" in error && error.kind === "invalid") throw data(null, { status: 404 });
}

function refuseUnknown(error: unknown): never {
  refuseInvalid(error);
  throw error;
}
