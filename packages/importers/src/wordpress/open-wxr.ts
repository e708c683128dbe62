import { createHash, type Hash } from "node:crypto";
import type { ImportNote, WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { type ArticleHead, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { textOfHtml } from "../articles/article-text.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles } from "../articles/plan-articles.ts";
import { toWebsiteMetadata } from "../articles/website-metadata.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import type { SourceFile } from "../source-file.ts";
import { toBlogName } from "../source-identity.ts";
import { decodeText } from "../xml/decode-text.ts";
import { readXmlRecords, textOf, type XmlElement, type XmlRecord } from "../xml/read-xml-records.ts";
import { findSkipReason, idOf, readArticle, readArticleHead, readAttachment, typeOf } from "./read-wxr-item.ts";
import type { Attachment } from "./shortcodes.ts";

/** The result of the first pass. Texts are copies, because a slice of a string retains the whole file in memory. */
interface WxrIndex {
  addresses: string[];
  authors: Map<string, string>;
  heads: ArticleHead[];
  attachments: Map<string, Attachment>;
  /** Synced patterns (reusable blocks), by number. */
  patterns: Map<string, string>;
  /** Characters of the patterns. */
  patternLength: number;
  notes: ImportNote[];
  skipped: ImportNote[];
  digest: string;
  site: Parameters<typeof toWebsiteMetadata>[0];
}

/** Elements of the channel that describe the site. The image is the site icon. */
const siteElements: Readonly<Record<string, keyof WebsiteMetadata>> = {
  title: "name",
  description: "tagline",
  language: "language",
  image: "icon",
};

/** Per post. */
const maxAttachmentPages = 500;
/** Characters of all synced patterns, which are in memory. */
const maxPatternsLength = 16 * 1024 * 1024;

/**
 * Opens an export of WordPress ("WordPress eXtended RSS") of any size. It is read twice, with one item in memory at a
 * time. Between the passes only addresses, slugs and image URLs are stored, a few hundred bytes per item.
 *
 * @throws {ImportSourceError} if it is damaged, with line and column; before anything is stored.
 */
export async function openWxr(source: SourceFile, options: ArticleSourceOptions): Promise<ImportSource> {
  const file = source.name;
  const index = await readIndex(source, options);
  if (index.heads.length === 0 && index.attachments.size === 0 && index.skipped.length === 0)
    throw new ImportSourceError(`"${file}" contains no posts.`);
  const [address = ""] = index.addresses;
  const blog = options.blog ?? (address === "" ? `file:${source.location}` : toBlogName(address));
  const byPost = groupByPost(index.attachments);
  // The pages of attachments lead to their posts.
  const addressesOf = (key: string) =>
    (byPost.get(key.slice(key.indexOf(":") + 1)) ?? [])
      .slice(0, maxAttachmentPages)
      .flatMap(({ id, attachment: { link } }) => [...(link === undefined ? [] : [link]), `/?attachment_id=${id}`]);
  for (const head of index.heads) head.addresses.push(...addressesOf(head.key));
  const plan = await planArticles(index.heads, { blog, addresses: index.addresses }, options.findOccupied);
  const pictures = new Set([...index.attachments.values()].map(({ url }) => url));
  // A page shows `photo-300x200.jpg` for `photo.jpg`.
  const originalOf = (url: string) => {
    const original = url.replace(/-\d{1,5}x\d{1,5}(\.[a-z]{3,4})$/i, "$1");
    return !pictures.has(url) && pictures.has(original) ? original : url;
  };
  const context = {
    file,
    authors: index.authors,
    findAttachment: (id: string) => index.attachments.get(id),
    findAttachmentsOf: (postId: string) => byPost.get(postId) ?? [],
    findPattern: (id: string) => index.patterns.get(id),
  };
  const notes: ImportEntry[] = [
    ...index.notes.map((note) => ({ kind: "note" as const, note })),
    ...index.skipped.map((note) => ({ kind: "skipped" as const, note })),
  ];

  async function* entries(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    yield* notes.slice(from);
    const images = imagesOf(store, options);
    const isOwnPicture = (url: string) => pictures.has(url) || pictures.has(originalOf(url));
    let at = notes.length;
    for await (const record of readRecords(source)) {
      if (record.kind === "tooLarge" || !isArticle(record, options)) continue;
      at += 1;
      if (at <= from) continue;
      const article = readArticle(record.element, context, options.now);
      article.addresses.push(...addressesOf(article.key));
      yield await articleToPost(article, { plan, images, originalOf, isOwnPicture });
    }
  }
  return {
    total: notes.length + index.heads.length,
    digest: index.digest,
    entries,
    site: toWebsiteMetadata(index.site),
  };
}

/** The files of each post, in the order of galleries. */
function groupByPost(attachments: ReadonlyMap<string, Attachment>) {
  const files = [...attachments].map(([id, attachment]) => ({ id, attachment }));
  files.sort((a, b) => a.attachment.order - b.attachment.order || Number(a.id) - Number(b.id));
  return Map.groupBy(files, ({ attachment }) => attachment.postId ?? "0");
}

/** Whether an item becomes a post. */
function isArticle(record: XmlRecord, { pages = true }: ArticleSourceOptions): boolean {
  if (record.kind === "tooLarge" || record.element.name !== "item") return false;
  const type = typeOf(record.element);
  return (type === "post" || (pages && type === "page")) && findSkipReason(record.element) === undefined;
}

/** Items and metadata of the blog: the children of `rss` › `channel`. */
function readRecords(source: SourceFile, digest?: Hash): AsyncGenerator<XmlRecord> {
  return readXmlRecords(decodeText(readBytes(source, digest), source.name), source.name, (_, depth) => depth === 3);
}

async function* readBytes(source: SourceFile, digest?: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of source.read()) {
    digest?.update(piece);
    yield piece;
  }
}

async function readIndex(source: SourceFile, options: ArticleSourceOptions): Promise<WxrIndex> {
  const file = source.name;
  const digest = createHash("sha256").update(JSON.stringify(options.pages ?? true));
  const index: WxrIndex = {
    addresses: [],
    authors: new Map(),
    heads: [],
    attachments: new Map(),
    patterns: new Map(),
    patternLength: 0,
    notes: [],
    skipped: [],
    digest: "",
    site: {},
  };
  const others = new Map<string, number>();
  const ids = new Set<string>();
  const categoryNames = new Map<string, string>();
  const subcategories: { name: string; parent: string; line: number }[] = [];
  for await (const record of readRecords(source, digest)) {
    if (record.kind === "tooLarge") {
      index.skipped.push({ file, line: record.line, reason: "The item is larger than 8 MiB and is left out." });
      continue;
    }
    const { element } = record;
    const { line } = element;
    if (element.name === "item") readItem(element, options, { index, others, ids, file });
    else if (["link", "wp:base_blog_url", "wp:base_site_url"].includes(element.name)) {
      const address = element.text.trim();
      if (/^https?:\/\//i.test(address) && URL.canParse(address)) index.addresses.push(address);
    } else if (element.name === "wp:author") {
      const login = textOf(element, "wp:author_login");
      const name = textOf(element, "wp:author_display_name");
      if (login !== undefined && name !== undefined) index.authors.set(login, name);
    } else if (Object.hasOwn(siteElements, element.name)) {
      const text = element.name === "image" ? textOf(element, "url") : element.text;
      index.site[siteElements[element.name] ?? "name"] ??= text && structuredClone(textOfHtml(text));
    } else if (element.name === "wp:category") {
      const name = (textOf(element, "wp:cat_name") ?? "").slice(0, 100);
      const parent = textOf(element, "wp:category_parent")?.slice(0, 200);
      categoryNames.set((textOf(element, "wp:category_nicename") ?? "").slice(0, 200), name);
      if (parent !== undefined) subcategories.push({ name, parent, line });
    }
  }
  const [first] = subcategories;
  if (first) {
    const parent = categoryNames.get(first.parent) ?? first.parent;
    const reason = `Categories have no levels here; ${subcategories.length === 1 ? "1 subcategory is" : `${subcategories.length} subcategories are`} imported next to the others, such as "${first.name}" in "${parent}".`;
    index.notes.push(structuredClone({ file, line: first.line, reason }));
  }
  for (const [type, count] of others)
    index.notes.push({
      file,
      reason: `${count === 1 ? "1 item" : `${count} items`} of the type "${type}" ${count === 1 ? "is" : "are"} left out.`,
    });
  return { ...index, addresses: [...new Set(index.addresses)], digest: digest.digest("base64url") };
}

function readItem(
  item: XmlElement,
  { pages = true, now }: ArticleSourceOptions,
  { index, others, ids, file }: { index: WxrIndex; others: Map<string, number>; ids: Set<string>; file: string },
): void {
  const { line } = item;
  const type = typeOf(item);
  const leaveOut = (reason: string) => index.skipped.push(structuredClone({ file, line, reason }));
  if (type === "attachment") {
    const attachment = readAttachment(item);
    if (attachment) {
      const { id, attachment: facts } = structuredClone(attachment);
      index.attachments.set(id, facts);
    }
  } else if (type === "wp_block") {
    const text = textOf(item, "content:encoded") ?? "";
    index.patternLength += text.length;
    if (index.patternLength <= maxPatternsLength)
      index.patterns.set(structuredClone(idOf(item) ?? ""), structuredClone(text));
  } else if (type === "page" && !pages) {
    leaveOut(`"${(textOf(item, "title") ?? "").slice(0, 100)}" is a page and is left out.`);
  } else if (type === "post" || type === "page") {
    const reason = findSkipReason(item);
    const id = idOf(item) ?? "";
    if (reason !== undefined) leaveOut(reason);
    else if (ids.has(id)) leaveOut(`Another item has the same wp:post_id, ${id.slice(0, 20)}; this one is left out.`);
    else {
      ids.add(structuredClone(id));
      index.heads.push(structuredClone(readArticleHead(item, now)));
    }
  } else {
    const name = type.slice(0, 50);
    others.set(name, (others.get(name) ?? 0) + 1);
  }
}
