import { createHash } from "node:crypto";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { type Article, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles } from "../articles/plan-articles.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import type { SourceFile } from "../source-file.ts";
import { toBlogName } from "../source-identity.ts";
import { decodeText } from "../xml/decode-text.ts";
import { readXmlRecords, textOf, type XmlElement } from "../xml/read-xml-records.ts";
import { readFeedItem } from "./read-feed-item.ts";

/** In all pages of a feed. A larger one is an archive, not a feed. */
const maxItems = 20_000;

/**
 * Opens a feed, RSS 0.9 to 2.0 or Atom, of one or several pages. Feeds are short, so all items are in memory.
 *
 * @throws {ImportSourceError} if it is damaged or empty.
 */
export async function openFeed(pages: readonly SourceFile[], options: ArticleSourceOptions): Promise<ImportSource> {
  const digest = createHash("sha256");
  const articles = new Map<string, Article>();
  const skipped: ImportNote[] = [];
  const addresses = new Set<string>();
  for (const page of pages) {
    const { items, address, author } = await readPage(page);
    addresses.add(address);
    for (const item of items) {
      const article = readFeedItem(item, { file: page.name, address, author });
      if ("reason" in article) skipped.push({ file: page.name, line: item.line, reason: article.reason });
      else if (!articles.has(article.key)) articles.set(article.key, article);
      if (articles.size > maxItems) throw new ImportSourceError(`"${page.name}" has more than ${maxItems} items.`);
    }
  }
  const [first] = pages;
  if (first === undefined || articles.size + skipped.length === 0)
    throw new ImportSourceError(`"${first?.name ?? ""}" is a feed without items.`);
  const posts = [...articles.values()].toSorted((one, other) => one.date.getTime() - other.date.getTime());
  const [home = ""] = addresses;
  const blog = options.blog ?? (/^https?:/.test(home) ? toBlogName(home) : `file:${first.location}`);
  const plan = await planArticles(posts, { blog, addresses: [...addresses] }, options.findOccupied);
  const notes: ImportEntry[] = skipped.map((note) => ({ kind: "skipped", note }));
  digest.update(JSON.stringify([posts, skipped]));

  async function* entries(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    yield* notes.slice(from);
    const images = imagesOf(store, options);
    for (const post of posts.slice(Math.max(0, from - notes.length))) yield await articleToPost(post, { plan, images });
  }
  return { total: notes.length + posts.length, digest: digest.digest("base64url"), entries };
}

interface FeedPage {
  items: XmlElement[];
  address: string;
  author: string | undefined;
  /** Address of the next page. Source: RFC 5005 §3. */
  next: string | undefined;
}

/** @throws {ImportSourceError} */
export async function readPage(page: SourceFile): Promise<FeedPage> {
  const items: XmlElement[] = [];
  const own = /^https?:/i.test(page.location) ? page.location : "";
  const found: Omit<FeedPage, "items"> = { address: own, author: undefined, next: undefined };
  const isRecord = (name: string, depth: number) => {
    if (name === "item" || name === "atom:entry") return depth <= 3;
    return depth === 3 ? ["link", "atom:link"].includes(name) : depth === 2 && /^atom:(?:link|author)$/.test(name);
  };
  for await (const record of readXmlRecords(decodeText(page.read(), page.name), page.name, isRecord)) {
    if (record.kind === "tooLarge")
      throw new ImportSourceError(`"${page.name}" has an item larger than 8 MiB in line ${record.line}.`);
    const { element } = record;
    if (element.name === "item" || element.name === "atom:entry") items.push(element);
    else if (element.name === "atom:author") found.author ??= textOf(element, "atom:name");
    else readLink(element, own, found);
  }
  return { ...found, items };
}

function readLink(element: XmlElement, own: string, found: Omit<FeedPage, "items">): void {
  const { href = element.text.trim(), rel = "alternate" } = element.attributes;
  const url = URL.parse(href, own === "" ? undefined : own)?.href;
  if (url === undefined || !/^https?:/.test(url)) return;
  if (rel === "next") found.next ??= url;
  else if (rel === "alternate") found.address = found.address === own ? url : found.address;
}
