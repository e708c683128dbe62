import { posix } from "node:path";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import {
  excerptOf,
  maxExcerptLength,
  minutesToRead,
  plainTextOf,
  truncateAtWord,
} from "@porchlight/contract/blog/rich-content/plain-text";
import { readText } from "../folder/read-markdown-folder.ts";
import { adaptContainers, hasContainers } from "../generators/containers.ts";
import { adaptHugo, adaptZola, isHugo, isZola } from "../generators/hugo-and-zola.ts";
import { adaptJekyll, isLiquid } from "../generators/jekyll.ts";
import { adaptMdx } from "../generators/mdx.ts";
import { type GeneratorContext, unshield } from "../generators/text-parts.ts";
import { type ImageImporter, storedIds } from "../images/image-importer.ts";
import type { ConvertedPost } from "../import-entry.ts";
import { readLinkAddress } from "../rich-content/link-address.ts";
import { markdownToRichContent } from "../rich-content/markdown/markdown-to-rich-content.ts";
import type { ImportPlan, PlannedPost } from "./plan-import.ts";
import { createPostAddresses, type ImageResults, type PostAddresses } from "./post-urls.ts";

/** Limit of the contract. */
const titleMaxLength = 200;

/** Converts the Markdown of a planned post to rich content, and imports its images. */
export async function parsePost(planned: PlannedPost, plan: ImportPlan, images: ImageImporter): Promise<ConvertedPost> {
  const results: ImageResults = new Map();
  const includes = await readIncludes(planned);
  let parsed = convert(planned, plan, results, includes);
  const files = [...results.keys()];
  for (const file of files) results.set(file, await images.import(file));
  // The second conversion knows which images exist and their sizes.
  if (files.length > 0) parsed = convert(planned, plan, results, includes);
  return { ...parsed, newImages: images.takeNewCount(), pictures: storedIds(results.values()) };
}

const includeRelative = /\{%-?\s*include_relative\s+([^\s%}]+)/g;
const maxIncludes = 20;
const maxIncludedLength = 1_000_000;

/**
 * The files that Jekyll's `include_relative` names, by their relative paths. Files outside the folder are not in its
 * listing. Source: Jekyll, "Includes".
 */
async function readIncludes({ body, source }: PlannedPost): Promise<ReadonlyMap<string, string>> {
  const references = new Set([...body.matchAll(includeRelative)].map(([, reference = ""]) => reference));
  const texts = new Map<string, string>();
  let length = 0;
  for (const reference of [...references].slice(0, maxIncludes)) {
    const file = posix.join(posix.dirname(source.file), reference);
    if (!source.listing.files.has(file)) continue;
    const read = await readText(source.listing.root, file);
    if (read.kind !== "text" || length + read.text.length > maxIncludedLength) continue;
    length += read.text.length;
    texts.set(reference, read.text);
  }
  return texts;
}

function convert(
  planned: PlannedPost,
  plan: ImportPlan,
  images: ImageResults,
  includes: ReadonlyMap<string, string>,
): Omit<ConvertedPost, "newImages" | "pictures"> {
  const report: ImportNote[] = [...planned.notes];
  const { source, frontMatter } = planned;
  const addNote = (bodyLine: number, reason: string) => {
    report.push({ file: source.file, line: planned.bodyLine + bodyLine - 1, reason });
  };
  const addresses = createPostAddresses(planned, plan, images, addNote);
  const markdown = adaptMarkdown(planned.body, {
    isJekyll: source.location.kind === "jekyll" || isBareJekyllPost(planned),
    isMdx: /\.mdx$/i.test(source.file),
    title: planned.title,
    excerptSeparator: frontMatter.excerptSeparator ?? source.config.excerptSeparator,
    findInclude: (reference) => includes.get(reference),
    findPost: addresses.findPost,
    warn: addNote,
  });
  const { richContent, summaryBlocks } = markdownToRichContent(markdown, { warn: addNote, ...addresses });
  const contentText = plainTextOf(richContent.nodes);
  const title = titleText(planned.title.slice(0, titleMaxLength * 10));
  if (title.length > titleMaxLength)
    report.push({ file: source.file, line: 1, reason: "The title is longer than 200 characters and is shortened." });
  const summary = summaryBlocks === undefined ? richContent : { nodes: richContent.nodes.slice(0, summaryBlocks) };
  const heroImage = findCover(planned, addresses, (line, reason) => report.push({ file: source.file, line, reason }));
  return {
    post: {
      sourceKey: planned.sourceKey,
      sourceBlog: planned.sourceBlog,
      slug: planned.slug,
      title: truncateAtWord(title, titleMaxLength),
      firstPublishedDate: planned.date,
      ...(frontMatter.updated === undefined ? {} : { lastPublishedDate: frontMatter.updated }),
      authors: frontMatter.authors,
      aliases: planned.aliases,
      categories: planned.categories,
      tagLabels: planned.tagLabels,
      ...(heroImage === undefined ? {} : { heroImage }),
      richContent,
      contentText,
      excerpt: truncateAtWord(frontMatter.description ?? excerptOf(summary), maxExcerptLength),
      minutesToRead: minutesToRead(contentText),
    },
    report: report.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** Whether a folder contains only the posts of a Jekyll site: `2024-05-06-name.md` with `layout: post`. */
function isBareJekyllPost({ source: { file, location }, frontMatter }: PlannedPost): boolean {
  return location.kind === "plain" && "layout" in frontMatter.raw && /(?:^|\/)\d{4}-\d{2}-\d{2}-[^/]*$/.test(file);
}

/** Images that Hugo uses as the cover by their names. Source: Hugo, "Open Graph template". */
const coverFile = /^(?:feature|featured|cover|thumbnail)(?:[-_.][^/]*)?\.(?:png|jpe?g|gif|webp|avif)$/i;

function findCover(
  { source, frontMatter }: PlannedPost,
  { findImage, ownPath }: PostAddresses,
  addNote: (line: number, reason: string) => void,
): WireImage | undefined {
  const { cover } = frontMatter;
  const src = cover?.src ?? coverBeside(source);
  if (src === undefined) return undefined;
  const line = cover?.line ?? 1;
  const altText = cover?.alt === undefined ? {} : { altText: cover.alt.slice(0, 1000) };
  const address = readLinkAddress(src);
  const own = address.kind === "absolute" ? ownPath(address.url) : undefined;
  if (address.kind === "absolute" && own === undefined && /^https?:/i.test(address.url)) {
    return { id: "", url: address.url, width: 0, height: 0, ...altText };
  }
  const image = own !== undefined || address.kind === "relative" ? findImage(own ?? src) : undefined;
  if (image?.kind === "stored") {
    const { id, url, width, height } = image;
    // Without a file name, which clients would use in place of the alternative text.
    return { id, url, width, height, ...altText };
  }
  const reason = image?.reason ?? "has an unsupported address";
  addNote(line, `The cover "${src.slice(0, 200)}" ${reason}; the post has none.`);
  return undefined;
}

/** The cover in a post's own folder, `name/index.md`. */
function coverBeside({ file, listing }: PlannedPost["source"]): string | undefined {
  const folder = /^(.*)\/index\.(?:md|mdx|markdown)$/i.exec(file)?.[1];
  return folder === undefined ? undefined : listing.namesByFolder.get(folder)?.find((name) => coverFile.test(name));
}

/** Titles are plain text; authors write code marks in them. */
function titleText(title: string): string {
  return title
    .replace(/(`+)([^`]+)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Converts extensions of Markdown by site generators (shortcodes of Hugo and Zola, Liquid, attributes of kramdown, MDX)
 * to plain Markdown, and adds a note for what has no equivalent. The extension is detected by the text. Code and line
 * numbers are unchanged.
 */
export function adaptMarkdown(markdown: string, given: GeneratorContext): string {
  const kinds = new Set<string>();
  const context: GeneratorContext = {
    ...given,
    warn(line, reason, kind) {
      if (kind === undefined || !kinds.has(kind)) given.warn(line, reason);
      if (kind !== undefined) kinds.add(kind);
    },
  };
  let adapted = markdown.replace(/\r\n?/g, "\n");
  if (context.excerptSeparator !== undefined) adapted = markSummary(adapted, context.excerptSeparator);
  adapted = adapted.replace(/^<!--\s*truncate\s*-->$/m, "<!-- more -->");
  if (hasContainers(adapted, context.isMdx)) adapted = adaptContainers(adapted, context);
  if (context.isMdx) adapted = adaptMdx(adapted, context);
  if (!/\{[{%:]/.test(adapted)) return adapted;
  if (isHugo(adapted)) adapted = adaptHugo(adapted, context);
  if (context.isJekyll || isLiquid(adapted)) adapted = adaptJekyll(adapted, context);
  else if (isZola(adapted)) adapted = adaptZola(adapted, context);
  return unshield(adapted);
}

function markSummary(markdown: string, separator: string): string {
  const at = markdown.indexOf(separator);
  if (at === -1 || /^<!--\s*more\s*-->$/i.test(separator)) return markdown;
  return `${markdown.slice(0, at)}<!-- more -->${markdown.slice(at + separator.length)}`;
}
