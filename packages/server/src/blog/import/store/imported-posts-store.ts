import type { ImportedPost, SourceOfPost } from "@porchlight/importers/import-entry";
import { sql, type Transaction } from "kysely";
import { type DbOrTx, disableStatementTimeout } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { columnsForAudience, isRestricted } from "../../posts/post-access.ts";
import { columnsOf, latestDate } from "../../posts/post-writes-store.ts";

/** An arbitrary key of a PostgreSQL advisory lock. */
const importLock = 7_236_042;

/**
 * Serializes the writes of imports until the transaction ends: two imports that create the same tags in different
 * orders would deadlock. Waits without a timeout, because a dry run is one transaction.
 */
export async function lockImports(tx: Transaction<Tables>): Promise<void> {
  await disableStatementTimeout(tx);
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(tx);
}

/** A post of an earlier import. */
export interface StoredSource {
  id: string;
  hash: string;
  slug: string;
  /** Whether it was edited on this site since its import. */
  isEdited: boolean;
}

/**
 * Locks the posts that were imported before: from the same blog, or, if only the folder identifies the blog, with the
 * same path and date.
 */
export async function lockImportedPosts<Post extends SourceOfPost>(
  db: DbOrTx,
  siteId: string,
  posts: readonly Post[],
): Promise<Map<Post, StoredSource>> {
  const found = new Map<Post, StoredSource>();
  if (posts.length === 0) return found;
  const rows = await db
    .selectFrom("posts")
    .select(["id", "source_key", "source_blog", "source_hash", "source_revision", "revision"])
    .select(["slug", "first_published_at", "scheduled_at"])
    .where("site_id", "=", siteId)
    .where(
      "source_key",
      "in",
      posts.map(({ sourceKey }) => sourceKey),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  const byKey = Map.groupBy(rows, ({ source_key }) => source_key ?? "");
  for (const post of posts) {
    const candidates = byKey.get(post.sourceKey) ?? [];
    const row =
      candidates.find(({ source_blog }) => source_blog === post.sourceBlog) ??
      candidates.find(
        ({ source_blog, first_published_at }) =>
          (isUnnamed(source_blog) || isUnnamed(post.sourceBlog)) &&
          first_published_at?.getTime() === post.firstPublishedDate.getTime(),
      );
    if (!row) continue;
    const isEdited = row.source_revision !== null && row.source_revision !== row.revision;
    found.set(post, { id: row.id, hash: row.source_hash ?? "", slug: row.slug, isEdited });
  }
  return found;
}

/** Whether only a folder identifies the blog. */
function isUnnamed(blog: string): boolean {
  return blog === "" || blog.startsWith("file:");
}

/**
 * Returns the slugs of `posts` that posts of other imports have. Slugs of other posts are not included: an import
 * leaves out posts with such a slug.
 */
export async function findSlugsOfOtherImports(
  db: DbOrTx,
  siteId: string,
  language: string,
  posts: readonly (SourceOfPost & { slug: string })[],
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < posts.length; from += 1000) {
    const batch = new Map(posts.slice(from, from + 1000).map((post) => [post.slug, post]));
    const rows = await db
      .selectFrom("posts")
      .select(["slug", "source_key", "source_blog", "first_published_at"])
      .where("site_id", "=", siteId)
      .where("language", "=", language)
      .where("slug", "in", [...batch.keys()])
      .where("source_key", "is not", null)
      .execute();
    for (const row of rows) {
      const post = batch.get(row.slug);
      if (post === undefined) continue;
      const isOwn = row.source_key === post.sourceKey && row.source_blog === post.sourceBlog;
      // The blog may have been imported under another name, such as another folder.
      const isProbablyOwn =
        row.source_key === post.sourceKey && row.first_published_at?.getTime() === post.firstPublishedDate.getTime();
      if (!isOwn && !isProbablyOwn) taken.add(row.slug);
    }
  }
  return taken;
}

/** A new post, with a digest of its source. */
export type NewImportedPost = ImportedPost & { id: string; language: string; hash: string };

/** Returns whether it was inserted: another post may have the slug or the source. */
export async function insertImportedPost(
  db: DbOrTx,
  siteId: string,
  post: NewImportedPost,
  at: Date,
): Promise<boolean> {
  const { status = "PUBLISHED" } = post;
  const isPublished = status === "PUBLISHED";
  const last = latestDate(post.firstPublishedDate, post.lastPublishedDate);
  const row = await db
    .insertInto("posts")
    .values({
      ...columnsOf(siteId, post),
      ...(post.isUndated && { first_published_at: null }),
      id: post.id,
      language: post.language,
      status,
      pinned: post.pinned ?? false,
      featured: post.featured ?? false,
      hashtags: post.hashtags ?? [],
      last_published_at: post.isUndated ? null : last,
      ...(status === "SCHEDULED" && { scheduled_at: post.firstPublishedDate }),
      // Until a post is published, its slug follows the title unless it was set explicitly.
      seo_slug: isPublished ? null : post.slug,
      source_key: post.sourceKey,
      source_blog: post.sourceBlog,
      source_hash: post.hash,
      source_revision: "1",
      origin: "IMPORT",
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates an imported post from its source; what editors set (featured, status, …) is unchanged. */
export async function updateImportedPost(
  db: DbOrTx,
  siteId: string,
  post: ImportedPost & { id: string; hash: string },
  at: Date,
): Promise<void> {
  const columns = columnsOf(siteId, post);
  const last = latestDate(post.firstPublishedDate, post.lastPublishedDate ?? at);
  const audience = await db
    .selectFrom("posts")
    .select([
      "members_only as membersOnly",
      "pricing_plan_ids as pricingPlanIds",
      "preview_text_paragraph as previewTextParagraph",
    ])
    .where("site_id", "=", siteId)
    .where("id", "=", post.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("posts")
    .set({
      ...columns,
      ...(isRestricted(audience) && columnsForAudience(post.richContent, audience, columns.own_excerpt)),
      ...(post.isUndated && { first_published_at: sql<Date | null>`first_published_at` }),
      ...(!isUnnamed(post.sourceBlog) && { source_blog: post.sourceBlog }),
      source_hash: post.hash,
      last_published_at: sql<Date>`case when status = 'PUBLISHED' then ${last}::timestamptz else last_published_at end`,
      updated_at: at,
      origin: "IMPORT",
      // An edited post is overwritten with its unpublished changes.
      edits: null,
      edited_content: null,
      revision: sql<string>`revision + 1`,
      source_revision: sql<string>`revision + 1`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", post.id)
    .execute();
}

/** Ids of the posts that have `slugs`. */
export async function findSlugOwners(
  db: DbOrTx,
  siteId: string,
  language: string,
  slugs: readonly string[],
): Promise<Map<string, { id: string }>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom("posts")
    .select(["id", "slug"])
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("slug", "in", [...slugs])
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, { id }]));
}
