import type { Moment, PostLink } from "@porchlight/react";
import type { SiteClient } from "../client.ts";

type QueriedPost = Awaited<ReturnType<SiteClient["posts"]["queryPosts"]>>["posts"][number];
type PostFacts = Pick<QueriedPost, "slug" | "firstPublishedDate" | "tagIds" | "categoryIds">;

const relatedCount = 3;
/** How many posts with a tag in common are looked at for those with the most. */
const candidateCount = 12;

export interface RelatedPost extends PostLink {
  published: Moment | undefined;
}

/** Where a reader goes on after a post. */
export interface MorePosts {
  /** The post published before it. */
  earlier: PostLink | undefined;
  later: PostLink | undefined;
  related: RelatedPost[];
}

/** The posts before and after one, and those that have the most tags and categories in common with it. */
export async function loadMorePosts(client: SiteClient, post: PostFacts): Promise<MorePosts> {
  const { tagIds = [], categoryIds = [] } = post;
  const [[earlier], [later], sameTags, sameCategories] = await Promise.all([
    findNeighbours(client, post, "DESC"),
    findNeighbours(client, post, "ASC"),
    findSharing(client, post, "tagIds", tagIds, candidateCount),
    findSharing(client, post, "categoryIds", categoryIds, relatedCount),
  ]);
  return {
    earlier: earlier && toLink(earlier),
    later: later && toLink(later),
    related: rankRelated(post, [...sameTags, ...sameCategories]).map((other) => ({
      ...toLink(other),
      published: other.firstPublishedDate,
    })),
  };
}

/** The posts that have most in common with one, a tag counting more than a category; the newer ones first among equals. */
export function rankRelated<Other extends PostFacts>(post: PostFacts, others: readonly Other[]): Other[] {
  const shared = (mine: readonly string[] = [], theirs: readonly string[] = []) =>
    theirs.filter((id) => mine.includes(id)).length;
  const score = (other: PostFacts) =>
    2 * shared(post.tagIds, other.tagIds) + shared(post.categoryIds, other.categoryIds);
  const time = ({ firstPublishedDate }: PostFacts) => firstPublishedDate?.getTime() ?? 0;
  const different = new Map(others.map((other) => [other.slug, other]));
  return [...different.values()].sort((a, b) => score(b) - score(a) || time(b) - time(a)).slice(0, relatedCount);
}

/** The one post next to another in time; posts of the same moment follow each other by their addresses. */
async function findNeighbours(
  client: SiteClient,
  { slug, firstPublishedDate }: PostFacts,
  order: "ASC" | "DESC",
): Promise<QueriedPost[]> {
  if (!firstPublishedDate) return [];
  const beyond = order === "ASC" ? "$gt" : "$lt";
  const { posts } = await client.posts.queryPosts({
    filter: {
      // Leaves out its translations too, which have the same address.
      slug: { $ne: slug },
      $or: [{ firstPublishedDate: { [beyond]: firstPublishedDate } }, { firstPublishedDate, slug: { [beyond]: slug } }],
    },
    sort: [
      { fieldName: "firstPublishedDate", order },
      { fieldName: "slug", order },
    ],
    cursorPaging: { limit: 1 },
  });
  return posts;
}

async function findSharing(
  client: SiteClient,
  { slug }: PostFacts,
  field: "tagIds" | "categoryIds",
  ids: readonly string[],
  limit: number,
): Promise<QueriedPost[]> {
  if (ids.length === 0) return [];
  const { posts } = await client.posts.queryPosts({
    filter: { slug: { $ne: slug }, [field]: { $hasSome: ids } },
    sort: [{ fieldName: "firstPublishedDate", order: "DESC" }],
    cursorPaging: { limit },
  });
  return posts;
}

function toLink({ title, slug }: QueriedPost): PostLink {
  return { label: title ?? "", href: `/blog/${encodeURIComponent(slug ?? "")}` };
}
