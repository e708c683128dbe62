import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { newId } from "../../platform/db/ids.ts";
import type { BlogContext } from "../blog-context.ts";
import { recordCategoryEvent, recordPostEvents, recordTagEvent } from "../blog-events.ts";
import { toSlug } from "../import/store/post-slugs.ts";
import { markdownToRichContent } from "../rich-content/markdown/markdown-to-rich-content.ts";
import { cutAtWord, excerptMaxLength, excerptOf, minutesToRead, plainTextOf } from "../rich-content/plain-text.ts";
import { toFormerPath } from "../slugs/legacy-path.ts";
import { addFormerPaths } from "../slugs/legacy-paths-store.ts";
import { ensureCategory } from "../taxonomy/categories-store.ts";
import { ensureTag } from "../taxonomy/tags-store.ts";
import { insertPostLinks, insertPublishedPost } from "./post-writes-store.ts";

export interface NewPost {
  /** At most 200 characters. */
  title: string;
  /** Made from the title when it is left out. */
  slug?: string;
  /** Links and images of Markdown are taken as they are when they are absolute, or begin with a slash. */
  content: { markdown: string } | { richContent: RichContent };
  /** The beginning of the text when it is left out; at most 500 characters are kept. */
  excerpt?: string;
  /** Names; those that do not exist yet are made. */
  categories?: readonly string[];
  tags?: readonly string[];
  hashtags?: readonly string[];
  /** Names under the title. */
  authors?: readonly string[];
  featured?: boolean;
  pinned?: boolean;
  heroImage?: WireImage;
  /** Now when it is left out; a post dated later shows up then. */
  firstPublishedDate?: Date;
  /** Paths that lead to the post, too. */
  formerPaths?: readonly string[];
}

const titleMaxLength = 200;

/**
 * Makes a published post in the site's language.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner, `SLUG_TAKEN` when another post has its slug.
 * @throws {InvalidArguments} when the title does not fit.
 */
export async function createPost(
  context: BlogContext,
  caller: Caller,
  post: NewPost,
): Promise<{ postId: string; slug: string }> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const title = post.title.trim();
  if (title === "" || title.length > titleMaxLength) {
    throw new InvalidArguments([violation("title", `must have 1 to ${titleMaxLength} characters`, "MAX_LENGTH")]);
  }
  const { site, db } = context;
  const at = context.now();
  const richContent = "markdown" in post.content ? fromMarkdown(post.content.markdown) : post.content.richContent;
  const contentText = plainTextOf(richContent.nodes);
  const postId = newId(at.getTime());
  const slug = toSlug(post.slug ?? title);
  const content = {
    id: postId,
    language: site.language,
    slug,
    title,
    richContent,
    contentText,
    excerpt: post.excerpt === undefined ? excerptOf(richContent) : cutAtWord(post.excerpt, excerptMaxLength),
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
    const paths = (post.formerPaths ?? []).flatMap((path) => toFormerPath(path) ?? []);
    await addFormerPaths(tx, { siteId: site.id, postId, paths, at });
    await recordPostEvents(tx, context, postId);
  });
  return { postId, slug };
}

function fromMarkdown(markdown: string): RichContent {
  const ownAddress = (address: string) => (address.startsWith("/") ? address : undefined);
  return markdownToRichContent(markdown, {
    note: () => undefined,
    resolveLink: ownAddress,
    resolveImage: (src) => (src.startsWith("/") ? { url: src } : undefined),
  }).richContent;
}
