import type { WireImage } from "@porchlight/contract/blog/posts/post";
import { excerptOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** The content of a post as it is stored. */
export interface PostContent {
  slug: string;
  title: string;
  excerpt: string;
  contentText: string;
  richContent: RichContent;
  authors: string[];
  minutesToRead: number;
  firstPublishedDate: Date;
  /** Uploaded files have their path as URL. */
  heroImage?: WireImage;
}

/** A post to insert, with fields that imports do not update later. */
export interface NewPublishedPost extends PostContent {
  id: string;
  language: string;
  hashtags?: string[];
  featured?: boolean;
  pinned?: boolean;
  memberId?: string;
  /** Default: the first date. */
  lastPublishedDate?: Date;
}

/** Returns whether the post was inserted; it is not when another post has the slug. */
export async function insertPublishedPost(
  db: DbOrTx,
  siteId: string,
  post: NewPublishedPost,
  at: Date,
): Promise<boolean> {
  return (await insertPublishedPosts(db, siteId, [post], at)).has(post.id);
}

/** Returns the ids of the inserted posts; posts whose slug is taken are skipped. */
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
    last_published_at: latestDate(post.firstPublishedDate, post.lastPublishedDate),
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

/** The highest number among slugs like `seed-12`; 0 without such a slug. */
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

/** Assigns categories and tags to new posts. */
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

/** Removes all categories and tags from a post. */
export async function deletePostLinks(db: DbOrTx, siteId: string, postId: string): Promise<void> {
  await db.deleteFrom("post_categories").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
  await db.deleteFrom("post_tags").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
}

/** The columns of `posts` for this content. */
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

/** The source revision of a post after a change that does not edit what an import stored. */
export const stillImported = sql<
  string | null
>`case when source_revision = revision then revision + 1 else source_revision end`;

/** The last publication date is never before the first. */
export function latestDate(first: Date, last: Date | undefined): Date {
  return last && last > first ? last : first;
}

/** PostgreSQL text cannot contain NUL; Markdown replaces it in the same way. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
