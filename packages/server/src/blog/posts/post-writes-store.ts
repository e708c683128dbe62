import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { excerptOf } from "../rich-content/plain-text.ts";

/** What a post says, as it is stored. */
export interface PostContent {
  slug: string;
  title: string;
  excerpt: string;
  contentText: string;
  richContent: RichContent;
  authors: string[];
  minutesToRead: number;
  firstPublishedDate: Date;
  /** Files of this server are told by their path. */
  heroImage?: WireImage;
}

/** What is settled when a post is made, and later only by the people who run the site. */
export interface NewPublishedPost extends PostContent {
  id: string;
  language: string;
  hashtags?: string[];
  featured?: boolean;
  pinned?: boolean;
  memberId?: string;
  /** The first date unless given. */
  lastPublishedDate?: Date;
}

/** Answers whether it did: another post may have the slug. */
export async function insertPublishedPost(
  db: DbOrTx,
  siteId: string,
  post: NewPublishedPost,
  at: Date,
): Promise<boolean> {
  return (await insertPublishedPosts(db, siteId, [post], at)).has(post.id);
}

/** Answers the ids of those that it did: other posts may have the slugs. */
export async function insertPublishedPosts(
  db: DbOrTx,
  siteId: string,
  posts: readonly NewPublishedPost[],
  at: Date,
): Promise<Set<string>> {
  const rows = posts.map((post) => ({
    ...columnsOf(siteId, post),
    id: post.id,
    language: post.language,
    status: "PUBLISHED" as const,
    hashtags: post.hashtags ?? [],
    featured: post.featured ?? false,
    pinned: post.pinned ?? false,
    member_id: post.memberId ?? null,
    last_published_at: laterOf(post.firstPublishedDate, post.lastPublishedDate),
    origin: "PUBLISH" as const,
    created_at: at,
    updated_at: at,
  }));
  const added = await db
    .insertInto("posts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return new Set(added.map(({ id }) => id));
}

/** The highest number among slugs like `seed-12`; 0 when there is none. */
export async function findHighestSeed(db: DbOrTx, siteId: string): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(substring(slug from '^seed-([0-9]{1,9})$')::integer) as highest from posts
    where site_id = ${siteId} and slug like 'seed-%'`.execute(db);
  return rows[0]?.highest ?? 0;
}

export async function insertPostLinks(db: DbOrTx, siteId: string, postId: string, links: PostLinks): Promise<void> {
  await insertManyPostLinks(db, siteId, [{ postId, ...links }]);
}

export interface PostLinks {
  categoryIds: readonly string[];
  tagIds: readonly string[];
}

/** Puts new posts into their categories, and gives them their tags. */
export async function insertManyPostLinks(
  db: DbOrTx,
  siteId: string,
  posts: readonly (PostLinks & { postId: string })[],
): Promise<void> {
  const rowsOf = (postId: string, ids: readonly string[]) =>
    ids.map((id, position) => ({ site_id: siteId, post_id: postId, id, position }));
  const categories = posts.flatMap(({ postId, categoryIds }) => rowsOf(postId, categoryIds));
  const tags = posts.flatMap(({ postId, tagIds }) => rowsOf(postId, tagIds));
  if (categories.length > 0) {
    const rows = categories.map(({ id, ...row }) => ({ ...row, category_id: id }));
    await db.insertInto("post_categories").values(rows).execute();
  }
  if (tags.length > 0) {
    const rows = tags.map(({ id, ...row }) => ({ ...row, tag_id: id }));
    await db.insertInto("post_tags").values(rows).execute();
  }
}

/** Takes the post out of its categories, and its tags away. */
export async function deletePostLinks(db: DbOrTx, siteId: string, postId: string): Promise<void> {
  await db.deleteFrom("post_categories").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
  await db.deleteFrom("post_tags").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
}

/** The columns of `posts` that hold this. */
export function columnsOf(siteId: string, content: PostContent) {
  return {
    site_id: siteId,
    slug: content.slug,
    title: withoutNul(content.title),
    excerpt: withoutNul(content.excerpt),
    own_excerpt: content.excerpt !== excerptOf(content.richContent),
    content_text: withoutNul(content.contentText),
    rich_content: JSON.stringify(content.richContent),
    authors: content.authors.map(withoutNul),
    minutes_to_read: content.minutesToRead,
    first_published_at: content.firstPublishedDate,
    hero_image: content.heroImage ? JSON.stringify(content.heroImage) : null,
  };
}

/** No post was changed before it was there. */
export function laterOf(first: Date, last: Date | undefined): Date {
  return last && last > first ? last : first;
}

/** PostgreSQL has no NUL in texts; Markdown replaces it the same way. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
