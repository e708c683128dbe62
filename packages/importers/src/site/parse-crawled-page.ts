import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { readDate } from "../articles/article-text.ts";
import type { PreparedPage } from "./prepare-page.ts";

/** What is read of a page of a site. */
export interface CrawledPage {
  /** Absolute, as the page names itself. Default: where it is. */
  address: string;
  title: string;
  siteName: string | undefined;
  description: string | undefined;
  language: string | undefined;
  color: string | undefined;
  icon: string | undefined;
  logo: string | undefined;
  /** `og:type`. */
  type: string | undefined;
  cover: string | undefined;
  author: string | undefined;
  published: Date | undefined;
  changed: Date | undefined;
  tags: string[];
  section: string | undefined;
  /** Whether the page asks search engines to leave it out. */
  isHidden: boolean;
  /** RSS, Atom or JSON, in the order of the page. */
  feeds: string[];
  stylesheets: string[];
  /** Address of the REST API of WordPress. */
  wordpress: string | undefined;
  /** Content API of Ghost, with the key that the page publishes. */
  ghost: { address: string; key: string } | undefined;
  /** Absolute addresses of the same origin, without fragments. */
  links: string[];
}

/** Pages have at most this many elements; the rest is ignored. */
const maxElements = 50_000;
const maxLinks = 2_000;
const maxKeywords = 100;

/** Reads head and links of a page. Source: HTML, "Link types"; the Open Graph protocol; schema.org. */
export function parseCrawledPage({ html, data: scriptTexts, portal }: PreparedPage, address: string): CrawledPage {
  const facts = collect(fromHtml(html));
  const { meta, links, anchors } = facts;
  const resolve = (href: string | undefined) => {
    const url = href === undefined || href === "" ? null : URL.parse(href, address);
    return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
  };
  const metaOf = (...names: string[]) => names.flatMap((name) => meta.get(name) ?? []).find((text) => text !== "");
  const linkOf = (rel: string, test: (type: string) => boolean = () => true) =>
    links.filter((link) => link.rel.includes(rel) && test(link.type)).flatMap(({ href }) => resolve(href) ?? []);
  const data = readJsonLd(scriptTexts);
  const ghost = resolve(portal?.api);
  const [canonical] = linkOf("canonical");
  const { origin } = new URL(address);
  return {
    address: canonical !== undefined && new URL(canonical).origin === origin ? canonical : address,
    title: metaOf("og:title") ?? facts.title,
    siteName: metaOf("og:site_name", "application-name"),
    description: metaOf("description", "og:description"),
    language: facts.language,
    color: metaOf("theme-color"),
    icon: linkOf("apple-touch-icon")[0] ?? linkOf("icon", (type) => type !== "image/svg+xml")[0],
    logo: resolve(facts.logo) ?? resolve(data.logo),
    type: metaOf("og:type"),
    cover: resolve(metaOf("og:image", "og:image:url", "twitter:image")) ?? resolve(data.image),
    author: data.author ?? metaOf("author", "article:author:name"),
    published: readDate(metaOf("article:published_time", "date", "dc.date") ?? data.published ?? facts.time),
    changed: readDate(metaOf("article:modified_time", "og:updated_time") ?? data.changed),
    tags: [...new Set([...(meta.get("article:tag") ?? []), ...data.keywords])].filter((tag) => tag !== ""),
    section: metaOf("article:section"),
    isHidden: /noindex/i.test(metaOf("robots") ?? ""),
    feeds: linkOf("alternate", (type) => /^application\/(?:rss\+xml|atom\+xml|feed\+json|json)/.test(type)).filter(
      (url) => !/\/comments\/|wp-json|oembed/.test(url),
    ),
    stylesheets: linkOf("stylesheet"),
    wordpress: linkOf("https://api.w.org/")[0],
    ghost: portal && ghost !== undefined ? { address: ghost, key: portal.key } : undefined,
    links: [...new Set(anchors.flatMap((href) => withoutFragment(resolve(href), origin) ?? []))].slice(0, maxLinks),
  };
}

function withoutFragment(address: string | undefined, origin: string): string | undefined {
  const url = address === undefined ? null : new URL(address);
  if (url?.origin !== origin) return undefined;
  url.hash = "";
  return url.href;
}

interface Collected {
  title: string;
  language: string | undefined;
  meta: Map<string, string[]>;
  links: { rel: string[]; type: string; href: string | undefined }[];
  anchors: string[];
  /** Of the first `<time>`. */
  time: string | undefined;
  /** Of the first image in the header that calls itself a logo. */
  logo: string | undefined;
}

function collect(root: Nodes): Collected {
  const found: Collected = {
    title: "",
    language: undefined,
    meta: new Map(),
    links: [],
    anchors: [],
    time: undefined,
    logo: undefined,
  };
  const stack: Nodes[] = [root];
  for (let elements = 0; elements < maxElements; ) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node.type === "element") {
      elements += 1;
      readElement(node, found);
    }
    if ("children" in node) for (let at = node.children.length - 1; at >= 0; at -= 1) stack.push(node.children[at]!);
  }
  return found;
}

function readElement({ tagName, properties, children }: Element, found: Collected): void {
  const text = (name: string) => {
    const value = properties[name];
    return value === undefined || value === null ? undefined : String(value).trim().slice(0, 2_000);
  };
  const content = () => children.map((child) => (child.type === "text" ? child.value : "")).join("");
  switch (tagName) {
    case "html":
      found.language ??= text("lang");
      break;
    case "title":
      found.title ||= content().trim().slice(0, 500);
      break;
    case "meta": {
      const name = (text("property") ?? text("name"))?.toLowerCase();
      if (name !== undefined)
        found.meta.set(name, [...(found.meta.get(name) ?? []), text("content") ?? ""].slice(0, 100));
      break;
    }
    case "link":
      if (Array.isArray(properties.rel))
        found.links.push({
          rel: properties.rel.map(String),
          type: text("type")?.toLowerCase() ?? "",
          href: text("href"),
        });
      break;
    case "a":
      if (text("href") !== undefined) found.anchors.push(text("href") ?? "");
      break;
    case "time":
      found.time ??= text("dateTime");
      break;
    case "img":
      if (/\blogo\b/i.test(`${text("className") ?? ""} ${text("id") ?? ""} ${text("alt") ?? ""}`))
        found.logo ??= text("src");
  }
}

interface JsonLd {
  published: string | undefined;
  changed: string | undefined;
  author: string | undefined;
  image: string | undefined;
  logo: string | undefined;
  keywords: string[];
}

const articleType = /(?:Article|BlogPosting|Report)$/;

/** Structured data of an article. Source: schema.org, `Article`. */
function readJsonLd(texts: readonly string[]): JsonLd {
  const found: JsonLd = {
    published: undefined,
    changed: undefined,
    author: undefined,
    image: undefined,
    logo: undefined,
    keywords: [],
  };
  for (const item of texts.flatMap(itemsOf)) {
    if (articleType.test(textIn(item["@type"]) ?? "")) {
      found.published ??= textIn(item.datePublished);
      found.changed ??= textIn(item.dateModified);
      found.author ??= textIn(item.author);
      found.image ??= textIn(item.image);
      found.logo ??= textIn(asTable(item.publisher)?.logo);
      const { keywords = [] } = item;
      for (const one of [keywords].flat().slice(0, maxKeywords))
        if (typeof one === "string") found.keywords = [...found.keywords, ...splitKeywords(one)].slice(0, maxKeywords);
    } else if (textIn(item["@type"]) === "Organization") found.logo ??= textIn(item.logo);
  }
  return found;
}

const splitKeywords = (text: string) => text.split(",", maxKeywords).map((keyword) => keyword.trim());

function itemsOf(text: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(text)].flat().flatMap((value) => {
      const item = asTable(value);
      const graph = Array.isArray(item?.["@graph"]) ? item["@graph"] : [];
      return [item, ...graph.slice(0, 100).map(asTable)].filter((one) => one !== undefined);
    });
  } catch {
    return [];
  }
}

function asTable(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** A text, or the name or address of the first thing. */
function textIn(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === "string") return first;
  const { name, url } = asTable(first) ?? {};
  return typeof name === "string" ? name : typeof url === "string" ? url : undefined;
}
