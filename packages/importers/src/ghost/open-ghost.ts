import { createHash } from "node:crypto";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { type Article, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { readDate, storableText } from "../articles/article-text.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles, unknownAddress } from "../articles/plan-articles.ts";
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
  if (articles.length + skipped.length === 0) throw new ImportSourceError(`"${file.name}" holds no posts.`);
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
  return { total: before.length + articles.length, digest, entries };
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
    tags: new Map(data.tags.map(({ id, name }) => [id, name ?? ""])),
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
    if (isPage && !options.pages) leaveOut("It is a page; --pages takes pages as well.");
    else if (state === undefined) leaveOut("Its status is not known; it is left out.");
    else if (date === undefined) leaveOut("It has no date; it is left out.");
    else articles.push(readArticle(post, { ...state, date, file: place }, names, options));
  }
  return { articles: articles.toSorted((one, other) => one.date.getTime() - other.date.getTime()), skipped, notes };
}

function bySortOrder<Link extends { sort_order?: number | null | undefined }>(links: readonly Link[]): Link[] {
  return links.toSorted((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
}

interface Names {
  tags: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, string>;
  tagsOf: ReadonlyMap<string, { tag_id: string }[]>;
  authorsOf: ReadonlyMap<string, { author_id: string }[]>;
  altOf: ReadonlyMap<string, string | undefined>;
}

function readArticle(
  post: GhostPost,
  facts: Pick<Article, "status" | "isUndated" | "date" | "file">,
  names: Names,
  { home, now }: ReadOptions,
): Article {
  const notes: ImportNote[] = [];
  const addNote = (reason: string) => notes.push({ file: facts.file, reason });
  const isMembersOnly = !["public", "", undefined].includes(post.visibility ?? undefined);
  if (isMembersOnly) addNote("Only members could read it; it is a draft now, which writers alone see.");
  if (post.status === "sent") addNote("It was sent by mail and never on the blog; it is a draft now.");
  const isDue = facts.status === "SCHEDULED" && facts.date <= now;
  const slug = post.slug ?? "";
  const atHome = (text: string) => text.replaceAll("__GHOST_URL__", home);
  const written = (names.authorsOf.get(post.id) ?? []).map(({ author_id }) => author_id);
  const authorIds = written.length > 0 ? written : post.author_id ? [post.author_id] : [];
  const tagNames = (names.tagsOf.get(post.id) ?? []).map(({ tag_id }) => names.tags.get(tag_id) ?? "");
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
    // Tags with # are internal.
    tagLabels: tagNames.filter((name) => name !== "" && !name.startsWith("#")),
    ...(post.feature_image && { cover: { url: atHome(post.feature_image), altText } }),
    ...(post.featured && { featured: true }),
    notes,
  };
}

function htmlOf({ html, lexical, mobiledoc, plaintext }: GhostPost, addNote: (reason: string) => void): string {
  if (html) return html;
  const written = lexical ? lexicalToHtml(lexical) : mobiledoc ? mobiledocToHtml(mobiledoc) : undefined;
  for (const name of written?.unknown ?? [])
    addNote(`The card "${name}" is not known; only its text is imported where it has any.`);
  if (written && written.html !== "") return written.html;
  return (plaintext ?? "")
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`)
    .join("");
}
