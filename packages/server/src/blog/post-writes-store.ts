import type { WireImage } from "@porchlight/contract/blog/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content";
import type { DbOrTx } from "../db/database.ts";
import { excerptOf } from "./rich-content/plain-text.ts";

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
  const row = await db
    .insertInto("posts")
    .values({
      ...columnsOf(siteId, post),
      id: post.id,
      language: post.language,
      status: "PUBLISHED",
      hashtags: post.hashtags ?? [],
      featured: post.featured ?? false,
      pinned: post.pinned ?? false,
      member_id: post.memberId ?? null,
      last_published_at: laterOf(post.firstPublishedDate, post.lastPublishedDate),
      origin: "PUBLISH",
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts the post into these categories and gives it these tags, in this order. It must have none yet. */
export async function insertPostLinks(
  db: DbOrTx,
  siteId: string,
  postId: string,
  { categoryIds, tagIds }: { categoryIds: readonly string[]; tagIds: readonly string[] },
): Promise<void> {
  if (categoryIds.length > 0) {
    const rows = categoryIds.map((id, position) => ({ site_id: siteId, post_id: postId, category_id: id, position }));
    await db.insertInto("post_categories").values(rows).execute();
  }
  if (tagIds.length > 0) {
    const rows = tagIds.map((id, position) => ({ site_id: siteId, post_id: postId, tag_id: id, position }));
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
