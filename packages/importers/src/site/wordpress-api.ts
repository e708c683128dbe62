import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import * as z from "zod";
import type { Article } from "../articles/article.ts";
import { readDate, storableText, textOfHtml } from "../articles/article-text.ts";
import { toWebsiteMetadata } from "../articles/website-metadata.ts";
import type { ImportedComment } from "../import-entry.ts";
import { decodeName } from "../wordpress/read-wxr-item.ts";
import { type CollectionPage, type FetchJson, perPage, type ReadItems, readAllPages } from "./read-all-pages.ts";

const text = z.string().transform(storableText);
const rendered = z.object({ rendered: text, protected: z.boolean().optional() });
const item = z.object({
  id: z.number(),
  date_gmt: z.string().nullish(),
  modified_gmt: z.string().nullish(),
  slug: text,
  link: z.string(),
  title: rendered,
  content: rendered,
  excerpt: rendered.nullish(),
  sticky: z.boolean().nullish(),
  _embedded: z
    .object({
      author: z.array(z.object({ name: text.optional() })).optional(),
      "wp:term": z.array(z.array(z.object({ taxonomy: z.string(), name: text, slug: text }))).optional(),
      "wp:featuredmedia": z
        .array(z.object({ source_url: z.string().optional(), alt_text: text.optional() }))
        .optional(),
    })
    .nullish()
    .catch(undefined),
});
const comment = z.object({
  id: z.number(),
  post: z.number(),
  parent: z.number(),
  author_name: text,
  author_url: z.string().nullish(),
  date_gmt: z.string(),
  content: rendered,
});
const root = z.object({ name: text.nullish(), description: text.nullish(), site_icon_url: z.string().nullish() });

/** What a site of WordPress publishes. */
export interface PublishedBlog {
  articles: Article[];
  site: WebsiteMetadata;
  /** Items that could not be read. */
  damaged: number;
  /** What could not be read: sentences. */
  notes: string[];
}

/**
 * Reads the published posts, pages and comments of a site of WordPress from its REST API; undefined if it is closed.
 * Keys are those of an export, which updates the same posts. Source: WordPress REST API Handbook.
 *
 * @param api Its address, which pages name in a link of type `https://api.w.org/`.
 */
export async function readWordpressApi(api: string, fetchJson: FetchJson): Promise<PublishedBlog | undefined> {
  const readAll = (name: string, query?: Readonly<Record<string, string>>) =>
    readAllPages({ name, url: addressOf(api, name, query), fetchJson, readPage });
  const posts = await readAll("posts", { _embed: "author,wp:term,wp:featuredmedia" });
  if (posts === undefined) return undefined;
  const none: ReadItems = { items: [], notes: [] };
  const pages = (await readAll("pages", { _embed: "author" })) ?? none;
  const comments = (await readAll("comments")) ?? none;
  const response = await fetchJson(api);
  const facts = "reason" in response ? undefined : root.safeParse(response.body).data;
  const byPost = Map.groupBy(
    comments.items.flatMap((one) => comment.safeParse(one).data ?? []),
    ({ post }) => post,
  );
  const articles: Article[] = [];
  for (const [list, isPage] of [
    [posts, false],
    [pages, true],
  ] as const)
    for (const value of list.items) {
      const read = item.safeParse(value).data;
      const article = read && toArticle(read, isPage, byPost.get(read.id) ?? []);
      if (article) articles.push(article);
    }
  return {
    articles,
    site: toWebsiteMetadata({
      name: textOfHtml(facts?.name ?? ""),
      tagline: textOfHtml(facts?.description ?? ""),
      icon: facts?.site_icon_url,
    }),
    damaged: posts.items.length + pages.items.length - articles.length,
    notes: [...posts.notes, ...pages.notes, ...comments.notes],
  };
}

/** The address of a collection, with or without permalinks. */
function addressOf(api: string, collection: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(api);
  const route = url.searchParams.get("rest_route");
  if (route === null) url.pathname = `${url.pathname.replace(/\/$/, "")}/wp/v2/${collection}`;
  else url.searchParams.set("rest_route", `${route.replace(/\/$/, "")}/wp/v2/${collection}`);
  for (const [name, value] of Object.entries({ ...query, per_page: String(perPage) }))
    url.searchParams.set(name, value);
  return url;
}

const pastEnd = z.object({ code: z.literal("rest_post_invalid_page_number") });

function readPage({ status, body, total }: { status: number; body: unknown; total: number | undefined }) {
  const isPastEnd = status === 400 && pastEnd.safeParse(body).success;
  const items: unknown = isPastEnd ? [] : status === 200 ? body : undefined;
  return Array.isArray(items) ? ({ items, total } satisfies CollectionPage) : undefined;
}

function toArticle(
  given: z.output<typeof item>,
  isPage: boolean,
  comments: readonly z.output<typeof comment>[],
): Article | undefined {
  const { id, link, slug, content, excerpt, sticky, _embedded: embedded } = given;
  const date = readUtc(given.date_gmt);
  if (date === undefined) return undefined;
  const changed = readUtc(given.modified_gmt);
  const terms = embedded?.["wp:term"]?.flat() ?? [];
  const cover = embedded?.["wp:featuredmedia"]?.[0];
  const summary = textOfHtml(excerpt?.rendered ?? "")
    .replace(/\s+/g, " ")
    .replace(/ ?\[…\]$/, "…");
  const notes: Article["notes"] = [];
  if (content.protected)
    notes.push({ file: link, reason: "The post is password-protected, so its text could not be read." });
  return {
    key: `wordpress:${id}`,
    wantedSlug: decodeName(slug) ?? "",
    date,
    addresses: [link, `/?p=${id}`],
    ...(isPage && { isPage: true as const }),
    title: textOfHtml(given.title.rendered),
    html: content.rendered,
    ...(summary !== "" && !isPage && { excerpt: summary }),
    ...(changed && { changed }),
    authors: embedded?.author?.flatMap(({ name }) => name ?? []) ?? [],
    categories: terms
      .filter(({ taxonomy }) => taxonomy === "category")
      .map((term) => ({ label: textOfHtml(term.name), slug: decodeName(term.slug) ?? "" })),
    tagLabels: terms.filter(({ taxonomy }) => taxonomy === "post_tag").map(({ name }) => textOfHtml(name)),
    ...(cover?.source_url && { cover: { url: cover.source_url, altText: cover.alt_text } }),
    status: content.protected ? "UNPUBLISHED" : "PUBLISHED",
    ...(sticky && { pinned: true }),
    comments: comments.flatMap((one) => toComment(one) ?? []),
    file: link,
    notes,
  };
}

function toComment(given: z.output<typeof comment>): ImportedComment | undefined {
  const date = readUtc(given.date_gmt);
  if (date === undefined) return undefined;
  return {
    id: String(given.id),
    ...(given.parent !== 0 && { parentId: String(given.parent) }),
    author: textOfHtml(given.author_name).slice(0, 200),
    ...(given.author_url && { url: given.author_url.slice(0, 2_000) }),
    date: date.toISOString(),
    text: textOfHtml(given.content.rendered.replace(/<\/p>\s*<p>|<br ?\/?>/g, "\n")),
    // The API lists only these.
    status: "APPROVED",
  };
}

/** `2024-05-06T07:08:09` in UTC. */
function readUtc(date: string | null | undefined): Date | undefined {
  return date ? readDate(/[zZ]|[+-]\d\d:\d\d$/.test(date) ? date : `${date}Z`) : undefined;
}
