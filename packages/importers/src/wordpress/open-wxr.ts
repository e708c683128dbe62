import { createHash, type Hash } from "node:crypto";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { type ArticleHead, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles } from "../articles/plan-articles.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import type { SourceFile } from "../source-file.ts";
import { toBlogName } from "../source-identity.ts";
import { decodeText } from "../xml/decode-text.ts";
import { readXmlRecords, textOf, type XmlElement, type XmlRecord } from "../xml/read-xml-records.ts";
import { findSkipReason, idOf, readArticle, readArticleHead, readAttachment, typeOf } from "./read-wxr-item.ts";

/** The result of the first pass. Texts are copies, because a slice of a string retains the whole file in memory. */
interface WxrIndex {
  addresses: string[];
  authors: Map<string, string>;
  heads: ArticleHead[];
  attachments: Map<string, { url: string; altText?: string | undefined }>;
  notes: ImportNote[];
  skipped: ImportNote[];
  digest: string;
}

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
    throw new ImportSourceError(`"${file}" holds no posts.`);
  const [address = ""] = index.addresses;
  const blog = options.blog ?? (address === "" ? `file:${source.location}` : toBlogName(address));
  const plan = await planArticles(index.heads, { blog, addresses: index.addresses }, options.findOccupied);
  const pictures = new Set([...index.attachments.values()].map(({ url }) => url));
  // A page shows `photo-300x200.jpg` for `photo.jpg`.
  const originalOf = (url: string) => {
    const original = url.replace(/-\d{1,5}x\d{1,5}(\.[a-z]{3,4})$/i, "$1");
    return !pictures.has(url) && pictures.has(original) ? original : url;
  };
  const context = { file, authors: index.authors, findAttachment: (id: string) => index.attachments.get(id) };
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
      yield await articleToPost(article, { plan, images, originalOf, isOwnPicture });
    }
  }
  return { total: notes.length + index.heads.length, digest: index.digest, entries };
}

/** Whether an item becomes a post. */
function isArticle(record: XmlRecord, { pages = false }: ArticleSourceOptions): boolean {
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
  const digest = createHash("sha256").update(JSON.stringify(options.pages ?? false));
  const index: WxrIndex = {
    addresses: [],
    authors: new Map(),
    heads: [],
    attachments: new Map(),
    notes: [],
    skipped: [],
    digest: "",
  };
  const others = new Map<string, number>();
  const ids = new Set<string>();
  for await (const record of readRecords(source, digest)) {
    if (record.kind === "tooLarge") {
      index.skipped.push({ file, line: record.line, reason: "The item is larger than 8 MiB; it is left out." });
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
    } else if (element.name === "wp:category" && textOf(element, "wp:category_parent") !== undefined) {
      const name = textOf(element, "wp:cat_name") ?? "";
      const reason = `The category "${name.slice(0, 100)}" was below another; categories stand side by side here.`;
      index.notes.push({ file, line, reason });
    }
  }
  for (const [type, count] of others)
    index.notes.push({ file, reason: `Of the kind "${type}" ${count} are no posts; they are left out.` });
  return { ...index, addresses: [...new Set(index.addresses)], digest: digest.digest("base64url") };
}

function readItem(
  item: XmlElement,
  { pages = false, now }: ArticleSourceOptions,
  { index, others, ids, file }: { index: WxrIndex; others: Map<string, number>; ids: Set<string>; file: string },
): void {
  const { line } = item;
  const type = typeOf(item);
  const leaveOut = (reason: string) => index.skipped.push(structuredClone({ file, line, reason }));
  if (type === "attachment") {
    const attachment = readAttachment(item);
    if (attachment) {
      const { id, ...facts } = structuredClone(attachment);
      index.attachments.set(id, facts);
    }
  } else if (type === "page" && !pages) {
    leaveOut(`"${(textOf(item, "title") ?? "").slice(0, 100)}" is a page; --pages takes pages as well.`);
  } else if (type === "post" || type === "page") {
    const reason = findSkipReason(item);
    const id = idOf(item) ?? "";
    if (reason !== undefined) leaveOut(reason);
    else if (ids.has(id)) leaveOut(`Another item has its number, ${id.slice(0, 20)}; it is left out.`);
    else {
      ids.add(structuredClone(id));
      index.heads.push(structuredClone(readArticleHead(item, now)));
    }
  } else {
    const name = type.slice(0, 50);
    others.set(name, (others.get(name) ?? 0) + 1);
  }
}
