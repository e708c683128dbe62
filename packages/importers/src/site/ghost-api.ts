import * as z from "zod";
import type { Article } from "../articles/article.ts";
import { readDate, storableText } from "../articles/article-text.ts";
import { brandColorOf, toWebsiteMetadata } from "../articles/website-metadata.ts";
import { type FetchJson, perPage, readAllPages } from "./read-all-pages.ts";
import type { PublishedBlog } from "./wordpress-api.ts";

const text = z.string().transform(storableText).nullish();
const post = z.object({
  id: z.string(),
  slug: z.string(),
  url: z.string(),
  title: text,
  html: text,
  feature_image: text,
  feature_image_alt: text,
  featured: z.boolean().nullish(),
  /** Whether the key may read the whole post. */
  access: z.boolean().nullish(),
  published_at: text,
  updated_at: text,
  custom_excerpt: text,
  tags: z.array(z.object({ name: z.string(), visibility: text, description: text, feature_image: text })).nullish(),
  authors: z.array(z.object({ name: z.string() })).nullish(),
});
const settings = z.object({
  settings: z.object({
    title: text,
    description: text,
    logo: text,
    icon: text,
    accent_color: text,
    locale: text,
    lang: text,
  }),
});

/**
 * Reads the published posts and pages of a site of Ghost with the key for its Content API that its pages contain;
 * undefined if it is closed. Keys are those of an export. Source: Ghost Content API.
 */
export async function readGhostApi(
  { address, key }: { address: string; key: string },
  fetchJson: FetchJson,
): Promise<PublishedBlog | undefined> {
  const posts = await readAll("posts", { address, key }, fetchJson);
  if (posts === undefined) return undefined;
  const pages = (await readAll("pages", { address, key }, fetchJson)) ?? { items: [], notes: [] };
  const response = await fetchJson(addressOf("settings", { address, key }).href);
  const found = "reason" in response ? undefined : settings.safeParse(response.body).data?.settings;
  const articles = [
    ...posts.items.flatMap((value) => toArticle(post.safeParse(value).data, false) ?? []),
    ...pages.items.flatMap((value) => toArticle(post.safeParse(value).data, true) ?? []),
  ];
  return {
    articles,
    site: toWebsiteMetadata({
      name: found?.title,
      tagline: found?.description,
      language: found?.locale ?? found?.lang,
      color: brandColorOf(found?.accent_color),
      logo: found?.logo,
      icon: found?.icon,
    }),
    damaged: posts.items.length + pages.items.length - articles.length,
    notes: [...posts.notes, ...pages.notes],
  };
}

function addressOf(collection: string, { address, key }: { address: string; key: string }): URL {
  const url = new URL(`${collection}/`, address.endsWith("/") ? address : `${address}/`);
  url.searchParams.set("key", key);
  return url;
}

const meta = z.object({
  meta: z.object({ pagination: z.object({ total: z.number().optional(), next: z.number().nullish() }) }),
});

function readAll(collection: "posts" | "pages", api: { address: string; key: string }, fetchJson: FetchJson) {
  const url = addressOf(collection, api);
  for (const [name, value] of Object.entries({ include: "tags,authors", formats: "html", limit: String(perPage) }))
    url.searchParams.set(name, value);
  const list = z.object({ [collection]: z.array(z.unknown()) });
  return readAllPages({
    name: collection,
    url,
    fetchJson,
    readPage({ status, body }) {
      const found = status === 200 ? list.safeParse(body).data : undefined;
      const items = found?.[collection];
      if (!Array.isArray(items)) return undefined;
      const { total, next } = meta.safeParse(body).data?.meta.pagination ?? {};
      return { items, total, ...(next !== undefined && { isLast: next === null }) };
    },
  });
}

function toArticle(given: z.output<typeof post> | undefined, isPage: boolean): Article | undefined {
  const date = readDate(given?.published_at);
  if (given === undefined || date === undefined) return undefined;
  const { id, slug, url, title, html, feature_image: image, feature_image_alt: altText, custom_excerpt } = given;
  const changed = readDate(given.updated_at);
  const isClosed = given.access === false;
  // Tags with # are internal.
  const tags = (given.tags ?? []).flatMap(({ name, visibility, description, feature_image: picture }) =>
    visibility === "internal" || name.startsWith("#")
      ? []
      : { label: name, ...(description && { description }), ...(picture && { image: picture }) },
  );
  return {
    key: `ghost:${id}`,
    wantedSlug: slug,
    date,
    addresses: [url],
    ...(isPage && { isPage: true as const }),
    title: title ?? "",
    html: html ?? "",
    ...(custom_excerpt && { excerpt: custom_excerpt }),
    ...(changed && { changed }),
    authors: given.authors?.map(({ name }) => name) ?? [],
    categories: [],
    tagLabels: tags.map(({ label }) => label),
    tagDetails: tags,
    ...(image && { cover: { url: image, altText: altText ?? undefined } }),
    status: isClosed ? "UNPUBLISHED" : "PUBLISHED",
    ...(given.featured && { featured: true }),
    file: url,
    notes: isClosed
      ? [{ file: url, reason: "The post is for members only. Only its public preview was imported, as a draft." }]
      : [],
  };
}
