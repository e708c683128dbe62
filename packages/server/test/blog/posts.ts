import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { newId } from "../../src/platform/db/ids.ts";
import type { AppContext } from "../../src/sites/app-context.ts";
import type { TestServer } from "../test-server.ts";

/** A row of `posts`; omitted columns get consistent defaults. */
export interface TestPost {
  id?: string;
  slug?: string;
  language?: string;
  status?: PostStatus;
  title?: string;
  richContent?: RichContent;
  contentText?: string;
  hashtags?: string[];
  authors?: string[];
  memberId?: string;
  featured?: boolean;
  pinned?: boolean;
  heroImage?: { id: string; url: string; height: number; width: number; altText?: string };
  views?: number;
  likes?: number;
  comments?: number;
  firstPublishedAt?: Date | null;
  lastPublishedAt?: Date;
  categoryIds?: string[];
  tagIds?: string[];
}

/** Inserts a post without validation. @returns Its ID. */
export async function putPost({ db, site }: Pick<AppContext, "db" | "site">, post: TestPost): Promise<string> {
  const id = post.id ?? newId();
  const firstPublishedAt =
    post.firstPublishedAt === undefined ? new Date("2024-05-06T07:08:09.123Z") : post.firstPublishedAt;
  await db
    .insertInto("posts")
    .values({
      site_id: site.id,
      id,
      slug: post.slug ?? id,
      language: post.language ?? "en",
      status: post.status ?? "PUBLISHED",
      title: post.title ?? "A post",
      excerpt: "How it begins",
      content_text: post.contentText ?? "How it begins, and ends.",
      rich_content: JSON.stringify(post.richContent ?? { nodes: [] }),
      hashtags: post.hashtags ?? [],
      authors: post.authors ?? [],
      member_id: post.memberId ?? null,
      featured: post.featured ?? false,
      pinned: post.pinned ?? false,
      hero_image: post.heroImage ? JSON.stringify(post.heroImage) : null,
      view_count: post.views ?? 0,
      like_count: post.likes ?? 0,
      comment_count: post.comments ?? 0,
      first_published_at: firstPublishedAt,
      last_published_at: post.lastPublishedAt ?? firstPublishedAt,
    })
    .execute();
  for (const [position, category_id] of (post.categoryIds ?? []).entries()) {
    await db.insertInto("post_categories").values({ site_id: site.id, post_id: id, category_id, position }).execute();
  }
  for (const [position, tag_id] of (post.tagIds ?? []).entries()) {
    await db.insertInto("post_tags").values({ site_id: site.id, post_id: id, tag_id, position }).execute();
  }
  return id;
}

export async function putCategory(
  { db, site }: Pick<AppContext, "db" | "site">,
  {
    slug,
    position = 0,
    ...category
  }: { id?: string; slug: string; language?: string; position?: number; description?: string },
): Promise<string> {
  const id = category.id ?? newId();
  await db
    .insertInto("categories")
    .values({
      site_id: site.id,
      id,
      slug,
      label: `Category ${slug}`,
      language: category.language ?? "en",
      description: category.description ?? null,
      display_position: position,
      updated_at: new Date("2024-05-06T07:08:09.123Z"),
    })
    .execute();
  return id;
}

export async function putTag(
  { db, site }: Pick<AppContext, "db" | "site">,
  { id = newId(), slug }: { id?: string; slug: string },
): Promise<string> {
  await db
    .insertInto("tags")
    .values({ site_id: site.id, id, slug, label: `Tag ${slug}`, language: "en" })
    .execute();
  return id;
}

/** Reads pages of listPosts by cursor until the list ends: the titles page by page. */
export async function readAllPages(server: TestServer, token: string, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next = `/v3/posts?${query}`;
  for (;;) {
    const { status, body } = await server.call("GET", next, { token });
    if (status !== 200) throw new Error(`${next} answers ${status}: ${JSON.stringify(body)}`);
    pages.push(body.posts.map((post: { title: string }) => post.title));
    if (body.metaData.cursor === undefined) return pages;
    next = `/v3/posts?paging.cursor=${encodeURIComponent(body.metaData.cursor)}`;
  }
}
