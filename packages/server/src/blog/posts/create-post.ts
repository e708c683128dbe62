import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import {
  excerptOf,
  maxExcerptLength,
  minutesToRead,
  plainTextOf,
  truncateAtWord,
} from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { toSlug } from "@porchlight/contract/blog/slug";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { newId } from "../../platform/db/ids.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import { recordCategoryEvent, recordPostEvents, recordTagEvent } from "../blog-events.ts";
import { insertLegacyPaths } from "../slugs/slugs-store.ts";
import { ensureCategory } from "../taxonomy/categories-store.ts";
import { ensureTag } from "../taxonomy/tags-store.ts";
import { insertPostLinks, insertPublishedPost } from "./post-writes-store.ts";

/** A post to publish. */
export interface NewPost {
  /** At most 200 characters. */
  title: string;
  /** Default: derived from the title. */
  slug?: string;
  /** Links and images in Markdown must be absolute or start with a slash. */
  content: { markdown: string } | { richContent: RichContent };
  /** Default: the start of the text. At most 500 characters are stored. */
  excerpt?: string;
  /** Labels. Missing categories and tags are created. */
  categories?: readonly string[];
  tags?: readonly string[];
  hashtags?: readonly string[];
  /** Names shown under the title. */
  authors?: readonly string[];
  featured?: boolean;
  pinned?: boolean;
  heroImage?: WireImage;
  /** Default: now. A post dated in the future becomes visible then. */
  firstPublishedDate?: Date;
  /** Paths that redirect to the post. */
  legacyPaths?: readonly string[];
}

const maxTitleLength = 200;

/**
 * Creates a published post in the site's language.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner, `SLUG_TAKEN` when another post has the slug.
 * @throws {InvalidArguments} when the title is invalid.
 */
export async function createPost(
  context: BlogContext,
  caller: Caller,
  post: NewPost,
): Promise<{ postId: string; slug: string }> {
  requireOwner(caller);
  const title = post.title.trim();
  if (title === "" || title.length > maxTitleLength) {
    throw new InvalidArguments([violation("title", `must have 1 to ${maxTitleLength} characters`, "MAX_LENGTH")]);
  }
  const { site, db } = context;
  const at = context.now();
  const richContent = "markdown" in post.content ? await fromMarkdown(post.content.markdown) : post.content.richContent;
  const contentText = plainTextOf(richContent.nodes);
  const postId = newId(at.getTime());
  const slug = toSlug(post.slug ?? title);
  /** Links and images in Markdown must be absolute or start with a slash. */
  const content = {
    id: postId,
    language: site.language,
    slug,
    title,
    richContent,
    contentText,
    excerpt: post.excerpt === undefined ? excerptOf(richContent) : truncateAtWord(post.excerpt, maxExcerptLength),
    minutesToRead: minutesToRead(contentText),
    authors: [...(post.authors ?? [])],
    hashtags: [...(post.hashtags ?? [])],
    featured: post.featured ?? false,
    pinned: post.pinned ?? false,
    firstPublishedDate: post.firstPublishedDate ?? at,
    ...(post.heroImage ? { heroImage: post.heroImage } : {}),
  };
  await db.transaction().execute(async (tx) => {
    if (!(await insertPublishedPost(tx, site.id, content, at))) throw new Refusal("SLUG_TAKEN", { slug });
    const named = (label: string) => ({ label, slug: toSlug(label.toLowerCase()), language: site.language });
    const categoryIds = new Set<string>();
    for (const label of post.categories ?? []) {
      const { id, isNew } = await ensureCategory(tx, site.id, named(label), at);
      categoryIds.add(id);
      if (isNew) await recordCategoryEvent(tx, context, "created", id);
    }
    const tagIds = new Set<string>();
    for (const label of post.tags ?? []) {
      const { id, isNew } = await ensureTag(tx, site.id, named(label), at);
      tagIds.add(id);
      if (isNew) await recordTagEvent(tx, context, "created", id);
    }
    await insertPostLinks(tx, site.id, postId, { categoryIds: [...categoryIds], tagIds: [...tagIds] });
    const paths = (post.legacyPaths ?? []).flatMap((path) => normalizeLegacyPath(path) ?? []);
    await insertLegacyPaths(tx, { siteId: site.id, postId, paths, at });
    await recordPostEvents(tx, context, postId);
  });
  return { postId, slug };
}

async function fromMarkdown(markdown: string): Promise<RichContent> {
  const { markdownToRichContent } = await import(
    "@porchlight/importers/rich-content/markdown/markdown-to-rich-content"
  );
  const sitePath = (address: string) => (address.startsWith("/") ? address : undefined);
  return markdownToRichContent(markdown, {
    warn: () => undefined,
    resolveLink: sitePath,
    resolveImage: (src) => (src.startsWith("/") ? { url: src } : undefined),
  }).richContent;
}
