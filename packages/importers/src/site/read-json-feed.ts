import * as z from "zod";
import type { Article } from "../articles/article.ts";
import { readDate, storableText, textOfHtml } from "../articles/article-text.ts";
import { escapeHtml } from "../escape-html.ts";
import { slugOf } from "../feeds/read-feed-item.ts";
import { toSourceKey } from "../source-identity.ts";

const text = z.string().transform(storableText).nullish().catch(undefined);
const author = z.object({ name: text });
const item = z.object({
  id: z.coerce.string(),
  url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  date_published: text,
  date_modified: text,
  tags: z.array(z.string()).nullish().catch(undefined),
  authors: z.array(author).nullish().catch(undefined),
  author: author.nullish().catch(undefined),
});
const feed = z.object({
  version: z.string().startsWith("https://jsonfeed.org/version/"),
  home_page_url: text,
  next_url: text,
  authors: z.array(author).nullish().catch(undefined),
  items: z.array(z.unknown()).max(20_000),
});

export interface JsonFeed {
  articles: Article[];
  /** Items that were left out. */
  damaged: number;
  next: string | undefined;
}

/** Parses a feed in JSON; undefined if it is none. Source: JSON Feed 1.1. */
export function readJsonFeed(source: string, address: string): JsonFeed | undefined {
  const read = feed.safeParse(parse(source));
  if (!read.success) return undefined;
  const { items, next_url: next } = read.data;
  const articles = items.flatMap((value) => {
    const parsed = item.safeParse(value);
    const article = parsed.success ? toArticle(parsed.data, address, read.data.authors ?? []) : undefined;
    return article ?? [];
  });
  return {
    articles,
    damaged: items.length - articles.length,
    next: next ? URL.parse(next, address)?.href : undefined,
  };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function toArticle(
  { id, url, title, summary, image, tags, ...given }: z.output<typeof item>,
  address: string,
  feedAuthors: readonly { name?: string | null | undefined }[],
): Article | undefined {
  const date = readDate(given.date_published) ?? readDate(given.date_modified);
  const html = given.content_html ?? escapeHtml(given.content_text ?? "").replaceAll("\n", "<br>");
  if (date === undefined || (!title && html === "" && !summary)) return undefined;
  const link = url ? URL.parse(url, address)?.href : undefined;
  const changed = readDate(given.date_modified);
  const authors = given.authors ?? (given.author ? [given.author] : feedAuthors);
  return {
    key: toSourceKey(`feed:${id}`),
    wantedSlug: slugOf(link) ?? title?.toLowerCase() ?? "",
    date,
    addresses: link === undefined ? [] : [link],
    title: textOfHtml(title ?? ""),
    html,
    ...(summary && { excerpt: summary }),
    ...(changed && { changed }),
    authors: authors.flatMap(({ name }) => name ?? []),
    categories: [],
    tagLabels: tags ?? [],
    ...(image && { cover: { url: URL.parse(image, address)?.href ?? image } }),
    status: "PUBLISHED",
    file: address,
    notes: [],
  };
}
