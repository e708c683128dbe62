import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import {
  excerptOf,
  maxExcerptLength,
  minutesToRead,
  plainTextOf,
  truncateAtWord,
} from "@porchlight/contract/blog/rich-content/plain-text";
import { toSlug } from "@porchlight/contract/blog/slug";
import { type ImageImporter, type RejectedImage, type StoredImage, storedIds } from "../images/image-importer.ts";
import type { ImportedPost, PostEntry, TagDetails } from "../import-entry.ts";
import { htmlToRichContent } from "../rich-content/html/html-to-rich-content.ts";
import type { Article } from "./article.ts";
import { type ArticlePlan, formerPathsOf, unknownAddress } from "./plan-articles.ts";

/** Limits of the contract. */
const titleMaxLength = 200;
const categoryLabelMaxLength = 35;
const tagLabelMaxLength = 100;
const tagDescriptionMaxLength = 500;
const maxCategories = 10;
const maxTags = 30;
const authorMaxLength = 200;
/** Images imported per article. */
const maxPictures = 1000;

export interface ArticleSurroundings {
  plan: ArticlePlan;
  /** Undefined if images stay where they are. */
  images: ImageImporter | undefined;
  /** The full image, if a page shows a smaller copy of it. */
  originalOf?(url: string): string;
  /** Whether an image belongs to the blog although its address does not show it. */
  isOwnPicture?(url: string): boolean;
}

/** Converts an article to a post and imports its images. */
export async function articleToPost(article: Article, surroundings: ArticleSurroundings): Promise<PostEntry> {
  const results = new Map<string, StoredImage | RejectedImage | undefined>();
  let converted = convert(article, surroundings, results);
  const { images } = surroundings;
  if (images) {
    for (const url of [...results.keys()].slice(0, maxPictures)) results.set(url, await images.import(url));
    // The second conversion knows which images exist and their sizes.
    if (results.size > 0) converted = convert(article, surroundings, results);
  }
  return {
    kind: "post",
    file: article.file,
    ...converted,
    newImages: images?.takeNewCount() ?? 0,
    pictures: storedIds(results.values()),
  };
}

function convert(
  article: Article,
  { plan, originalOf = (url) => url, isOwnPicture = () => false }: ArticleSurroundings,
  images: Map<string, StoredImage | RejectedImage | undefined>,
): { post: ImportedPost; report: ImportNote[] } {
  const report: ImportNote[] = [...article.notes];
  const [base = ""] = article.addresses;
  const addNote = (reason: string) => {
    const { file, line } = article;
    report.push({ file, ...(line !== undefined && { line }), reason });
  };
  const absolute = (address: string) => URL.parse(address, base.startsWith("http") ? base : unknownAddress)?.href;

  function findOwnLink(url: string): string | undefined {
    const path = plan.isOwn(url) ? plan.findPath(url) : undefined;
    return path === undefined ? undefined : `${path}${new URL(url).hash}`;
  }
  function findPicture(url: string) {
    if (!plan.isOwn(url) && !isOwnPicture(url)) return undefined;
    const original = originalOf(url);
    if (!images.has(original)) images.set(original, undefined);
    const image = images.get(original);
    if (image?.kind === "rejected" && !refused.has(original)) {
      refused.add(original);
      addNote(`The image "${original.slice(0, 200)}" ${image.reason}; the post shows it from its old address.`);
    }
    return image?.kind === "stored" ? image : undefined;
  }
  const refused = new Set<string>();

  /** Restores relative addresses of a blog whose address is not known. */
  const withoutHome = (html: string) => html.replaceAll(`${unknownAddress}/`, "/");
  const { richContent, lost, summaryBlocks } = htmlToRichContent(withoutHome(article.html), {
    findOwnLink,
    findOwnImage: findPicture,
    resolveLink(href) {
      const url = absolute(href);
      const own = url === undefined ? undefined : findOwnLink(url);
      if (own !== undefined || (url !== undefined && /^(?:https?|mailto|tel):/.test(url) && !isNowhere(url)))
        return own ?? url;
      addNote(`The link to "${href.slice(0, 200)}" matches no post of this import; only its text is imported.`);
      return undefined;
    },
    resolveImage(src) {
      const url = absolute(src);
      const picture = url === undefined ? undefined : findPicture(url);
      if (picture || (url !== undefined && /^https?:/.test(url) && !isNowhere(url)))
        return picture ?? { url: url ?? "" };
      addNote(
        `The image "${src.slice(0, 200)}" has no full address, and the address of the blog is unknown; its alternative text is imported instead.`,
      );
      return undefined;
    },
  });
  for (const { reason } of lost) addNote(reason);
  const contentText = plainTextOf(richContent.nodes);
  const title = article.title.replace(/\s+/g, " ").trim();
  if (title.length > titleMaxLength) addNote("The title is longer than 200 characters and is shortened.");
  const summary = summaryBlocks === undefined ? richContent : { nodes: richContent.nodes.slice(0, summaryBlocks) };
  const categories = namesOf(article.categories, addNote);
  const tagLabels = labelsOf(article.tagLabels, addNote);
  const slug = plan.slugs.get(article.key) ?? toSlug(article.wantedSlug);
  const heroImage = coverOf(article.cover, findPicture);
  const tagDetails = tagDetailsOf(article, tagLabels, findPicture);
  const { changed, status, isUndated, pinned, featured, isPage } = article;
  const comments = isPage ? [] : article.comments;
  if (isPage && article.comments?.length)
    addNote(`Pages have no comments here; comments left out: ${article.comments.length}.`);
  if (isPage && heroImage) addNote("Pages have no cover here; the cover is left out.");
  const post: ImportedPost = {
    sourceKey: article.key,
    sourceBlog: plan.blog,
    slug,
    title:
      truncateAtWord(title, titleMaxLength) ||
      truncateAtWord(contentText.replace(/\s+/g, " ").slice(0, 500), 60) ||
      "Untitled",
    firstPublishedDate: article.date,
    ...(changed && { lastPublishedDate: changed }),
    authors: [...new Set(article.authors.map((name) => name.trim().slice(0, authorMaxLength).toWellFormed()))].filter(
      Boolean,
    ),
    aliases: formerPathsOf(article.addresses).filter((path) => path !== `${isPage ? "" : "/blog"}/${slug}`),
    ...(isPage && { isPage }),
    categories,
    tagLabels,
    ...(tagDetails.length > 0 && { tagDetails }),
    ...(heroImage && { heroImage }),
    richContent,
    contentText,
    excerpt: truncateAtWord(article.excerpt ?? excerptOf(summary), maxExcerptLength),
    minutesToRead: minutesToRead(contentText),
    ...(status !== "PUBLISHED" && { status }),
    ...(isUndated && { isUndated }),
    ...(pinned && { pinned }),
    ...(featured && { featured }),
    ...(comments && comments.length > 0 && { comments }),
  };
  return { post, report };
}

function isNowhere(url: string): boolean {
  return url.startsWith(`${unknownAddress}/`);
}

type FindPicture = (url: string) => StoredImage | undefined;

function coverOf(cover: Article["cover"], findPicture: FindPicture): WireImage | undefined {
  if (cover === undefined || !/^https?:\/\//i.test(cover.url)) return undefined;
  const altText = cover.altText ? { altText: cover.altText.slice(0, 1000).toWellFormed() } : {};
  const stored = findPicture(cover.url);
  if (!stored && isNowhere(cover.url)) return undefined;
  if (!stored) return { id: "", url: cover.url, width: 0, height: 0, ...altText };
  const { id, url, width, height } = stored;
  return { id, url, width, height, ...altText };
}

function tagDetailsOf({ tagDetails = [] }: Article, labels: readonly string[], findPicture: FindPicture): TagDetails[] {
  return tagDetails.flatMap(({ label, description, image }) => {
    const coverImage = image ? coverOf({ url: image }, findPicture) : undefined;
    if (!labels.includes(label) || !(description || coverImage)) return [];
    const text = description && truncateAtWord(description.trim(), tagDescriptionMaxLength);
    return { label, ...(text && { description: text }), ...(coverImage && { coverImage }) };
  });
}

function namesOf(given: Article["categories"], addNote: (reason: string) => void): ImportedPost["categories"] {
  const bySlug = new Map<string, { label: string; slug: string }>();
  for (const { label: name, slug: wanted } of given) {
    const label = truncateAtWord(name.trim(), categoryLabelMaxLength);
    const slug = toSlug((wanted ?? label).toLowerCase());
    if (label !== "" && !bySlug.has(slug)) bySlug.set(slug, { label, slug });
  }
  if (bySlug.size > maxCategories)
    addNote(`A post is in at most ${maxCategories} categories; the others are left out.`);
  return [...bySlug.values()].slice(0, maxCategories);
}

function labelsOf(given: readonly string[], addNote: (reason: string) => void): string[] {
  const labels = new Map<string, string>();
  for (const name of given) {
    const label = truncateAtWord(name.trim(), tagLabelMaxLength);
    if (label !== "" && !labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
  }
  if (labels.size > maxTags) addNote(`A post has at most ${maxTags} tags; the others are left out.`);
  return [...labels.values()].slice(0, maxTags);
}
