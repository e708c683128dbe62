import type { BlogEvent, Post } from "@porchlight/client/blog";
import type { PostSummary } from "@porchlight/react";
import type { PostFilter } from "./blog-list-loader.ts";

/** Changes of a list since it was loaded. */
export interface ListChanges {
  /** Ids of posts that belong at its start and are not shown. */
  readonly added: ReadonlySet<string>;
  /** Whether a card is outdated. */
  readonly isOutdated: boolean;
}

export const noChanges: ListChanges = { added: new Set(), isOutdated: false };

/** A list as shown. */
export interface ShownList {
  readonly filter: PostFilter;
  readonly posts: readonly PostSummary[];
  /** Whether new posts belong at the start, and the start is shown. */
  readonly startsWithNewest: boolean;
}

/** The changes after an event; the same object if it does not affect this list. */
export function applyEvent(
  news: ListChanges,
  event: BlogEvent,
  { filter, posts, startsWithNewest }: ShownList,
): ListChanges {
  if (event.type === "reset") return { ...news, isOutdated: true };
  const id = event.entityId;
  const card = posts.find(({ _id }) => _id === id);
  if (event.type === "post_deleted") return card ? { ...news, isOutdated: true } : withoutAdded(news, id);
  if ((event.type !== "post_created" && event.type !== "post_updated") || !event.entity) return news;
  const belongs = belongsTo(filter, event.entity);
  if (card) return belongs && cardData(event.entity) === cardData(card) ? news : { ...news, isOutdated: true };
  if (!belongs) return withoutAdded(news, id);
  // An updated post belongs further down.
  if (event.type === "post_updated" || !startsWithNewest) return news;
  return { ...news, added: new Set([...news.added, id]) };
}

/** The changes after its start was reloaded: posts newer than all shown. */
export function applyReload(news: ListChanges, read: readonly PostSummary[], shown: ShownList): ListChanges {
  if (!shown.startsWithNewest) return news;
  const cards = new Map(shown.posts.map((post) => [post._id, cardData(post)]));
  const latest = Math.max(...shown.posts.map(timeOf));
  const isOther = (post: PostSummary) => cards.has(post._id) && cards.get(post._id) !== cardData(post);
  const added = read.flatMap((post) => (post._id && !cards.has(post._id) && timeOf(post) > latest ? post._id : []));
  const first = shown.posts.slice(0, Math.max(0, read.length - added.length));
  const isGone = first.some(({ _id }) => !read.some((post) => post._id === _id));
  return { added: new Set([...news.added, ...added]), isOutdated: news.isOutdated || read.some(isOther) || isGone };
}

function withoutAdded(news: ListChanges, id: string): ListChanges {
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

// The card's own data; excerpts of members' posts are only sent to members.
const cardData = ({ title, slug, heroImage, pinned }: PostSummary) =>
  JSON.stringify([title, slug, heroImage || null, pinned ?? false]);
