import type { Article } from "../articles/article.ts";
import { readDate, textOfHtml } from "../articles/article-text.ts";
import { escapeHtml } from "../escape-html.ts";
import { toSourceKey } from "../source-identity.ts";
import { childrenOf, textOf, type XmlElement } from "../xml/read-xml-records.ts";

/** Defaults for items, from the feed. */
export interface FeedFacts {
  file: string;
  /** Address of the blog. Default: the feed's own. */
  address: string;
  author?: string | undefined;
}

/**
 * Converts an item of RSS or an entry of Atom to an article, or returns why it is left out. Source: RSS 2.0; RSS 1.0;
 * RFC 4287.
 */
export function readFeedItem(item: XmlElement, feed: FeedFacts): Article | { reason: string } {
  const parts = item.name === "atom:entry" ? readEntry(item, feed) : readItem(item);
  const { link, id, title, html, date, author } = parts;
  const identity = id ?? link;
  if (identity === undefined) return { reason: "The item has neither an address nor an id and is left out." };
  if (date === undefined) return { reason: "The post has no date and is left out." };
  if (title === "" && html === "") return { reason: "The item has neither a title nor a text and is left out." };
  const address = link === undefined ? undefined : URL.parse(link, feed.address)?.href;
  const { categories, changed, cover, excerpt, isSummary } = parts;
  return {
    key: toSourceKey(`feed:${identity}`),
    wantedSlug: slugOf(address) ?? title.toLowerCase(),
    date,
    addresses: address === undefined ? [] : [address],
    title,
    html,
    ...(excerpt !== undefined && { excerpt }),
    ...(isSummary && { isSummary }),
    ...(changed && { changed }),
    authors: author ?? (feed.author === undefined ? [] : [feed.author]),
    categories: [],
    tagLabels: categories,
    ...(cover !== undefined && { cover: { url: cover } }),
    status: "PUBLISHED",
    file: feed.file,
    line: item.line,
    notes: [],
  };
}

interface Parts {
  link: string | undefined;
  id: string | undefined;
  title: string;
  html: string;
  excerpt?: string;
  isSummary?: boolean;
  date: Date | undefined;
  changed?: Date | undefined;
  author: string[] | undefined;
  categories: string[];
  cover: string | undefined;
}

function readItem(item: XmlElement): Parts {
  const description = textOf(item, "description");
  const content = textOf(item, "content:encoded");
  const authors = [...childrenOf(item, "dc:creator"), ...childrenOf(item, "author")].map(({ text }) => nameOf(text));
  const guid = childrenOf(item, "guid")[0];
  const isLink = guid !== undefined && guid.attributes.isPermaLink !== "false" && /^https?:/i.test(guid.text.trim());
  const excerpt = content === undefined || description === undefined ? "" : textOfHtml(description);
  return {
    link: textOf(item, "link") ?? (isLink ? guid.text.trim() : undefined),
    id: textOf(item, "guid") ?? item.attributes["rdf:about"],
    title: textOfHtml(textOf(item, "title") ?? ""),
    html: content ?? description ?? "",
    isSummary: content === undefined,
    ...(excerpt !== "" && { excerpt }),
    date: readDate(textOf(item, "pubDate") ?? textOf(item, "dc:date")),
    author: authors.length > 0 ? [...new Set(authors.filter((name) => name !== ""))] : undefined,
    categories: [...childrenOf(item, "category"), ...childrenOf(item, "dc:subject")].map(({ text }) =>
      textOfHtml(text),
    ),
    cover: coverOf(item),
  };
}

function readEntry(entry: XmlElement, feed: FeedFacts): Parts {
  const links = childrenOf(entry, "atom:link");
  const alternate = links.find(({ attributes: { rel = "alternate" } }) => rel === "alternate");
  const content = childrenOf(entry, "atom:content")[0];
  const summary = childrenOf(entry, "atom:summary")[0];
  const authors = childrenOf(entry, "atom:author").flatMap((author) => textOf(author, "atom:name") ?? []);
  const published = readDate(textOf(entry, "atom:published"));
  const updated = readDate(textOf(entry, "atom:updated"));
  const base = entry.attributes["xml:base"];
  const href = alternate?.attributes.href;
  const title = childrenOf(entry, "atom:title")[0];
  return {
    link: href === undefined ? undefined : URL.parse(href, base ?? feed.address)?.href,
    id: textOf(entry, "atom:id"),
    title:
      title === undefined ? "" : title.attributes.type === undefined ? title.text.trim() : textOfHtml(htmlOf(title)),
    html: content === undefined ? (summary === undefined ? "" : htmlOf(summary)) : htmlOf(content),
    isSummary: content === undefined,
    ...(content && summary && { excerpt: textOfHtml(htmlOf(summary)) }),
    date: published ?? updated,
    changed: updated,
    author: authors.length > 0 ? authors : undefined,
    categories: childrenOf(entry, "atom:category").flatMap(({ attributes: { label, term } }) => (label || term) ?? []),
    cover: coverOf(entry),
  };
}

/** Converts a text construct to HTML. Source: RFC 4287 §3.1. */
function htmlOf(element: XmlElement): string {
  const { type = "text" } = element.attributes;
  if (type === "xhtml" || type === "application/xhtml+xml") return innerHtml(element);
  if (type === "html" || type === "text/html") return element.text;
  return escapeHtml(element.text.trim()).replaceAll("\n", "<br>");
}

/** Recursion is bounded: documents nest at most 200 levels. */
function innerHtml({ text, children }: XmlElement): string {
  let result = "";
  let from = 0;
  for (const child of children) {
    result += escapeHtml(text.slice(from, child.at));
    from = child.at;
    const name = child.name.replace(/^html:/, "");
    if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(name)) {
      result += innerHtml(child);
      continue;
    }
    const attributes = Object.entries(child.attributes)
      .filter(([attribute]) => /^[a-z][a-z-]*$/.test(attribute) && attribute !== "xmlns")
      .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`);
    const isVoid = /^(?:br|hr|img|source|track|wbr|col|area|input)$/.test(name);
    result += `<${name}${attributes.join("")}>${isVoid ? "" : `${innerHtml(child)}</${name}>`}`;
  }
  return result + escapeHtml(text.slice(from));
}

/** The image that feed readers show next to the title. */
function coverOf(item: XmlElement): string | undefined {
  const isImage = ({ medium, type = "" }: XmlElement["attributes"]) => medium === "image" || type.startsWith("image/");
  const found =
    childrenOf(item, "media:content").find(({ attributes }) => isImage(attributes)) ??
    childrenOf(item, "media:thumbnail")[0] ??
    childrenOf(item, "enclosure").find(({ attributes }) => isImage(attributes));
  return found?.attributes.url;
}

/** RSS authors look like `ada@one.example (Ada)`; the email address is not imported. */
function nameOf(text: string): string {
  const inBrackets = /^\S+@\S+\s+\(([^()]+)\)$/.exec(text.trim())?.[1];
  return (inBrackets ?? textOfHtml(text)).replace(/\S+@\S+/g, "").trim();
}

/** The last segment of the path, without an extension. */
export function slugOf(address: string | undefined): string | undefined {
  const path = address === undefined ? undefined : URL.parse(address)?.pathname;
  const last = path
    ?.split("/")
    .filter((part) => part !== "")
    .at(-1)
    ?.replace(/\.(?:html?|php|aspx?)$/i, "");
  if (last === undefined || last === "") return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
