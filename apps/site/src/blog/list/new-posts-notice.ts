import type { BlogEvent, Post } from "@porchlight/client/blog";
import type { PostSummary } from "@porchlight/react";
import type { PostFilter } from "./blog-list-loader.ts";

/** What has become of a list since it was read. */
export interface ListNews {
  /** Ids of posts that belong at its beginning and are not shown. */
  readonly added: ReadonlySet<string>;
  /** Whether a card shows what is no longer so. */
  readonly isOutdated: boolean;
}

export const noNews: ListNews = { added: new Set(), isOutdated: false };

/** A list as somebody sees it. */
export interface ShownList {
  readonly filter: PostFilter;
  readonly posts: readonly PostSummary[];
  /** Whether new posts come at the beginning, and the beginning is here. */
  readonly beginsWithNew: boolean;
}

/** What is new after an event of the blog; the same object where it changes nothing of this list. */
export function noteEvent(news: ListNews, event: BlogEvent, { filter, posts, beginsWithNew }: ShownList): ListNews {
  if (event.type === "reset") return { ...news, isOutdated: true };
  const id = event.entityId;
  const card = posts.find(({ _id }) => _id === id);
  if (event.type === "post_deleted") return card ? { ...news, isOutdated: true } : withoutAdded(news, id);
  if ((event.type !== "post_created" && event.type !== "post_updated") || !event.entity) return news;
  const belongs = belongsTo(filter, event.entity);
  if (card) return belongs && looksOf(event.entity) === looksOf(card) ? news : { ...news, isOutdated: true };
  if (!belongs) return withoutAdded(news, id);
  // One that was changed has its place further down.
  if (event.type === "post_updated" || !beginsWithNew) return news;
  return { ...news, added: new Set([...news.added, id]) };
}

/** What is new where the beginning of the list was read again: posts that are younger than all that are shown. */
export function noteBeginning(news: ListNews, read: readonly PostSummary[], shown: ShownList): ListNews {
  if (!shown.beginsWithNew) return news;
  const known = new Map(shown.posts.map((post) => [post._id, looksOf(post)]));
  const latest = Math.max(...shown.posts.map(timeOf));
  const isOther = (post: PostSummary) => known.has(post._id) && known.get(post._id) !== looksOf(post);
  const added = read.flatMap((post) => (post._id && !known.has(post._id) && timeOf(post) > latest ? post._id : []));
  const first = shown.posts.slice(0, Math.max(0, read.length - added.length));
  const isGone = first.some(({ _id }) => !read.some((post) => post._id === _id));
  return { added: new Set([...news.added, ...added]), isOutdated: news.isOutdated || read.some(isOther) || isGone };
}

function withoutAdded(news: ListNews, id: string): ListNews {
  if (!news.added.has(id)) return news;
  return { ...news, added: new Set([...news.added].filter((other) => other !== id)) };
}

function belongsTo({ categoryIds, tagIds, author, published }: PostFilter, post: Post): boolean {
  const time = timeOf(post);
  return (
    (!categoryIds || categoryIds.some((id) => post.categoryIds.includes(id))) &&
    (!tagIds || tagIds.some((id) => post.tagIds.includes(id))) &&
    (author === undefined || post.authors.includes(author)) &&
    (!published ||
      (time >= Date.parse(published.from) && (published.to === undefined || time < Date.parse(published.to))))
  );
}

const timeOf = ({ firstPublishedDate }: PostSummary) => new Date(firstPublishedDate ?? 0).getTime();

/** What a card says of its own; excerpts of posts for members are told to members alone. */
const looksOf = ({ title, slug, heroImage, pinned }: PostSummary) =>
  JSON.stringify([title, slug, heroImage || null, pinned ?? false]);
