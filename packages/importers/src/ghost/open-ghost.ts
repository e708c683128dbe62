import { createHash } from "node:crypto";
import type { ImportNote, WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { type Article, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { readDate, storableText } from "../articles/article-text.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles, unknownAddress } from "../articles/plan-articles.ts";
import { brandColorOf, toWebsiteMetadata } from "../articles/website-metadata.ts";
import type { ImportEntry } from "../import-entry.ts";
import type { ImageStore } from "../import-source.ts";
import { type ImportSource, ImportSourceError } from "../import-source.ts";
import type { SourceFile } from "../source-file.ts";
import { toBlogName } from "../source-identity.ts";
import { lexicalToHtml, mobiledocToHtml } from "./editor-to-html.ts";
import { type GhostData, type GhostPost, readGhostExport } from "./read-ghost-export.ts";

/**
 * Opens an export of Ghost. It does not contain the blog's address: `blog` as an address resolves links and images;
 * without it images must be in `uploads`.
 *
 * @throws {ImportSourceError} if it is damaged or not an export of Ghost.
 */
export async function openGhost(file: SourceFile, options: ArticleSourceOptions): Promise<ImportSource> {
  const data = await readGhostExport(file);
  const address = options.blog !== undefined && /^https?:\/\//i.test(options.blog) ? options.blog : undefined;
  const home = (address ?? unknownAddress).replace(/\/+$/, "");
  const { articles, skipped, notes } = readArticles(data, file.name, { ...options, home });
  if (articles.length + skipped.length === 0) throw new ImportSourceError(`"${file.name}" contains no posts.`);
  const plan = await planArticles(
    articles,
    { blog: nameOf(data, file, options), addresses: [home] },
    options.findOccupied,
  );
  const before: ImportEntry[] = [
    ...notes.map((note) => ({ kind: "note" as const, note })),
    ...skipped.map((note) => ({ kind: "skipped" as const, note })),
  ];
  const digest = createHash("sha256")
    .update(JSON.stringify([articles, skipped]))
    .digest("base64url");

  async function* entries(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    yield* before.slice(from);
    const isReachable = options.uploads !== undefined || address !== undefined;
    const images = isReachable ? imagesOf(store, options) : undefined;
    for (const one of articles.slice(Math.max(0, from - before.length)))
      yield await articleToPost(one, { plan, images });
  }
  return { total: before.length + articles.length, digest, entries, site: metadataIn(data, address) };
}

/** Images are offered only with the address of the blog. */
function metadataIn({ settings }: GhostData, address: string | undefined): WebsiteMetadata {
  const settingOf = (key: string) => {
    const value = settings.find((setting) => setting.key === key)?.value;
    return typeof value === "string" ? storableText(value) : undefined;
  };
  const imageOf = (key: string) => {
    const url = settingOf(key)?.replace("__GHOST_URL__", address?.replace(/\/+$/, "") ?? "");
    return url ? URL.parse(url, address)?.href : undefined;
  };
  return toWebsiteMetadata({
    name: settingOf("title"),
    tagline: settingOf("description"),
    language: settingOf("locale") ?? settingOf("lang") ?? settingOf("default_locale"),
    color: brandColorOf(settingOf("accent_color")),
    logo: imageOf("logo"),
    icon: imageOf("icon"),
  });
}

/** Each installation has its own number. */
function nameOf({ settings }: GhostData, file: SourceFile, { blog }: ArticleSourceOptions): string {
  if (blog !== undefined) return /^https?:\/\//i.test(blog) ? toBlogName(blog) : blog;
  const hash = settings.find(({ key }) => key === "db_hash")?.value;
  return typeof hash === "string" && hash !== "" ? `ghost:${hash.slice(0, 100)}` : `file:${file.location}`;
}

const statuses: Readonly<Record<string, Pick<Article, "status" | "isUndated">>> = {
  published: { status: "PUBLISHED" },
  sent: { status: "UNPUBLISHED" },
  draft: { status: "UNPUBLISHED", isUndated: true },
  scheduled: { status: "SCHEDULED", isUndated: true },
};

interface ReadOptions extends ArticleSourceOptions {
  /** Address of the blog, without a trailing slash. */
  home: string;
}

function readArticles(data: GhostData, file: string, options: ReadOptions) {
  const articles: Article[] = [];
  const skipped: ImportNote[] = [];
  const notes: ImportNote[] = [];
  if (data.damaged > 0)
    skipped.push({ file, reason: `Posts that have no id or fields of another kind: ${data.damaged}.` });
  const names = {
    tags: new Map(data.tags.map((tag) => [tag.id, tag])),
    users: new Map(data.users.map(({ id, name }) => [id, name ?? ""])),
    tagsOf: Map.groupBy(bySortOrder(data.posts_tags), ({ post_id }) => post_id),
    authorsOf: Map.groupBy(bySortOrder(data.posts_authors), ({ post_id }) => post_id),
    altOf: new Map(data.posts_meta.map(({ post_id, feature_image_alt }) => [post_id, feature_image_alt ?? undefined])),
  };
  for (const post of data.posts) {
    const place = `${file}: ${(post.title ?? post.slug ?? post.id).slice(0, 100)}`;
    const leaveOut = (reason: string) => skipped.push({ file: place, reason });
    const isPage = post.type === "page" || post.page === true;
    const state = statuses[post.status ?? ""];
    const date = readDate(post.published_at) ?? readDate(post.created_at);
    if (isPage && options.pages === false) leaveOut("It is a page and is left out.");
    else if (state === undefined) leaveOut("The status of the post is not supported; the post is left out.");
    else if (date === undefined) leaveOut("The post has no date and is left out.");
    else
      articles.push(
        readArticle(post, { ...state, date, file: place, ...(isPage && { isPage: true as const }) }, names, options),
      );
  }
  return { articles: articles.toSorted((one, other) => one.date.getTime() - other.date.getTime()), skipped, notes };
}

function bySortOrder<Link extends { sort_order?: number | null | undefined }>(links: readonly Link[]): Link[] {
  return links.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
}

interface Names {
  tags: ReadonlyMap<string, GhostData["tags"][number]>;
  users: ReadonlyMap<string, string>;
  tagsOf: ReadonlyMap<string, { tag_id: string }[]>;
  authorsOf: ReadonlyMap<string, { author_id: string }[]>;
  altOf: ReadonlyMap<string, string | undefined>;
}

function readArticle(
  post: GhostPost,
  facts: Pick<Article, "status" | "isUndated" | "date" | "file" | "isPage">,
  names: Names,
  { home, now }: ReadOptions,
): Article {
  const notes: ImportNote[] = [];
  const addNote = (reason: string) => notes.push({ file: facts.file, reason });
  const isMembersOnly = !["public", "", undefined].includes(post.visibility ?? undefined);
  if (isMembersOnly) addNote("The post was for members only. It is imported as a draft, which only writers see.");
  if (post.status === "sent") addNote("The post was sent by email and never published. It is imported as a draft.");
  const isDue = facts.status === "SCHEDULED" && facts.date <= now;
  const slug = post.slug ?? "";
  const atHome = (text: string) => text.replaceAll("__GHOST_URL__", home);
  const written = (names.authorsOf.get(post.id) ?? []).map(({ author_id }) => author_id);
  const authorIds = written.length > 0 ? written : post.author_id ? [post.author_id] : [];
  const tags = (names.tagsOf.get(post.id) ?? []).flatMap(({ tag_id }) => {
    const { name, description, feature_image: image } = names.tags.get(tag_id) ?? {};
    // Tags with # are internal.
    if (!name || name.startsWith("#")) return [];
    return { label: name, ...(description && { description }), ...(image && { image: atHome(image) }) };
  });
  const altText = names.altOf.get(post.id);
  const changed = readDate(post.updated_at);
  return {
    ...facts,
    status: isMembersOnly ? "UNPUBLISHED" : isDue ? "PUBLISHED" : facts.status,
    ...(isDue && { isUndated: undefined }),
    key: `ghost:${post.id}`,
    wantedSlug: slug === "" ? (post.title ?? "").toLowerCase() : slug,
    addresses: slug === "" ? [] : [`${home}/${slug}/`],
    title: post.title === "(Untitled)" ? "" : (post.title ?? ""),
    html: atHome(storableText(htmlOf(post, addNote))),
    ...(post.custom_excerpt && { excerpt: post.custom_excerpt }),
    ...(changed && { changed }),
    authors: authorIds.flatMap((id) => names.users.get(id) ?? []),
    categories: [],
    tagLabels: tags.map(({ label }) => label),
    tagDetails: tags,
    ...(post.feature_image && { cover: { url: atHome(post.feature_image), altText } }),
    ...(post.featured && { featured: true }),
    notes,
  };
}

function htmlOf({ html, lexical, mobiledoc, plaintext }: GhostPost, addNote: (reason: string) => void): string {
  if (html) return html;
  const written = lexical ? lexicalToHtml(lexical) : mobiledoc ? mobiledocToHtml(mobiledoc) : undefined;
  for (const name of written?.unknown ?? []) addNote(`The card "${name}" is not supported; only its text is imported.`);
  if (written && written.html !== "") return written.html;
  return (plaintext ?? "")
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`)
    .join("");
}
