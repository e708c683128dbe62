import { monthOf } from "../../platform/settings/time-zone.ts";
import type { BlogContext } from "../blog-context.ts";
import { findPublishedPages } from "../pages/site-pages-store.ts";
import { countPosts, countPostsByMonth } from "../posts/post-stats-store.ts";
import { blogBaseUrl, postUrl, publicVisibility } from "../posts/post-visibility.ts";
import { categoryPath } from "../taxonomy/categories-store.ts";
import { tagPath } from "../taxonomy/tags-store.ts";
import { maxUrlsPerFile, type SitemapUrl, writeSitemap, writeSitemapIndex } from "./sitemap.ts";
import {
  countTermPages,
  findCategoryPages,
  findChanges,
  findPostPages,
  findTagPages,
  findTranslations,
  type PublicPage,
  type PublicPost,
} from "./sitemap-store.ts";
import type { Xml } from "./xml.ts";

const staticPages = ["/", "/blog"];
/** A hundred years. */
const maxMonths = 1_200;
/**
 * Maximum number of alternate links per file: with the longest slugs it stays below the limit of 50 MB. Pages contain
 * their alternate links too.
 */
const maxAlternates = 30_000;

/**
 * The sitemap of all public pages, or the sitemap index if one file cannot hold them.
 *
 * @param size Maximum number of URLs per file.
 */
export async function getSitemap(context: BlogContext, size = maxUrlsPerFile): Promise<Xml> {
  const contents = await countPages(context);
  const { pages, posts } = contents;
  if (pages + posts <= size) {
    const part = { limit: size, offset: 0 };
    return writeSitemap([...(await listPageUrls(context, contents, part)), ...(await listPostUrls(context, part))]);
  }
  const urls = Array.from(
    { length: Math.ceil(pages / size) + Math.ceil(posts / size) },
    (_, index) => `${blogBaseUrl(context)}/sitemap-${index + 1}.xml`,
  );
  return writeSitemapIndex(urls);
}

/**
 * One file of a sitemap with an index: other pages come before posts.
 *
 * @param number The first is 1.
 * @returns `undefined` if there is no such file.
 */
export async function getSitemapFile(
  context: BlogContext,
  number: number,
  size = maxUrlsPerFile,
): Promise<Xml | undefined> {
  const contents = await countPages(context);
  const { pages, posts } = contents;
  const pageFiles = Math.ceil(pages / size);
  if (pages + posts <= size || number < 1 || number > pageFiles + Math.ceil(posts / size)) return undefined;
  return writeSitemap(
    number <= pageFiles
      ? await listPageUrls(context, contents, { limit: size, offset: (number - 1) * size })
      : await listPostUrls(context, { limit: size, offset: (number - pageFiles - 1) * size }),
  );
}

interface Contents {
  /** Paths of the site itself and of its own pages. */
  fixed: { path: string; changed: Date | undefined }[];
  /** Start of each month with posts, in the site's time zone. */
  months: Date[];
  categories: number;
  tags: number;
  /** Number of pages that are not posts, including terms without posts, which are left out later. */
  pages: number;
  posts: number;
}

async function countPages(context: BlogContext): Promise<Contents> {
  const { db, site } = context;
  const visibility = publicVisibility(context);
  const inMonths = {
    from: undefined,
    newestFirst: true,
    limit: maxMonths,
    language: undefined,
    timeZone: site.timeZone,
  };
  const [posts, stats, { categories, tags }, sitePages] = await Promise.all([
    countPosts(db, visibility, undefined),
    countPostsByMonth(db, visibility, inMonths),
    countTermPages(db, site.id),
    findPublishedPages(db, site.id),
  ]);
  const fixed = [
    ...staticPages.map((path) => ({ path, changed: undefined })),
    ...sitePages
      .filter(({ isIndexed }) => isIndexed)
      .map(({ slug, changed }) => ({ path: `/${encodeURIComponent(slug)}`, changed })),
  ];
  const periods: { periodStart: string }[] = JSON.parse(stats);
  const months = periods.map(({ periodStart }) => new Date(periodStart));
  return { fixed, months, categories, tags, pages: fixed.length + months.length + categories + tags, posts };
}

interface Part {
  limit: number;
  offset: number;
}

/** A part of the pages that are not posts: static pages, then months, categories, and tags. */
async function listPageUrls(
  context: BlogContext,
  { fixed, months, categories, tags }: Contents,
  part: Part,
): Promise<SitemapUrl[]> {
  const { db, site } = context;
  const visibility = publicVisibility(context);
  const base = blogBaseUrl(context);
  let before = 0;
  /** The part of the next `count` pages. */
  const within = (count: number): Part => {
    const start = Math.max(part.offset, before);
    const end = Math.min(part.offset + part.limit, before + count);
    const slice = { offset: start - before, limit: Math.max(0, end - start) };
    before += count;
    return slice;
  };
  const sliceOf = <Item>(items: readonly Item[]) => {
    const { offset, limit } = within(items.length);
    return items.slice(offset, offset + limit);
  };
  const labels = async (path: string, count: number, find: typeof findTagPages) => {
    const slice = within(count);
    const found = slice.limit > 0 ? await find(db, visibility, site.language, slice) : [];
    return found.map(({ slug, changed }: PublicPage) => ({ url: base + path + encodeURIComponent(slug), changed }));
  };

  const fixedUrls = sliceOf(fixed).map(({ path, changed }) => ({ url: base + path, changed }));
  // Each month ends at the start of the next month with posts; the newest comes first.
  const end = new Date(visibility.at.getTime() + 1);
  const spans = sliceOf(months.map((from, index) => ({ from, to: months[index - 1] ?? end })));
  const changes = await findChanges(db, visibility, spans);
  const archive = spans.map(({ from }, index) => ({
    url: base + monthPath(from, site.timeZone),
    changed: changes[index] ?? undefined,
  }));
  return [
    ...fixedUrls,
    ...archive,
    ...(await labels(categoryPath, categories, findCategoryPages)),
    ...(await labels(tagPath, tags, findTagPages)),
  ];
}

const padStart = (number: number, digits: number) => String(number).padStart(digits, "0");

function monthPath(start: Date, timeZone: string): string {
  const { year, month } = monthOf(start, timeZone);
  return `/blog/archive/${padStart(year, 4)}/${padStart(month, 2)}`;
}

async function listPostUrls(context: BlogContext, part: Part): Promise<SitemapUrl[]> {
  const { db, site } = context;
  const visibility = publicVisibility(context);
  const base = blogBaseUrl(context);
  const urlOf = ({ slug, addressLanguage }: Pick<PublicPost, "slug" | "addressLanguage">) =>
    postUrl(base, slug, addressLanguage);
  const posts = await findPostPages(db, visibility, site.language, part);
  const translationIds = [...new Set(posts.flatMap(({ translationId }) => translationId ?? []))];
  const translations =
    translationIds.length > 0 ? await findTranslations(db, visibility, site.language, translationIds) : [];
  const versions = Map.groupBy(
    translations.map((post) => ({ id: post.translationId, language: post.language, url: urlOf(post) })),
    ({ id }) => id,
  );
  let remaining = maxAlternates;
  return posts.map((post) => {
    const others = versions.get(post.translationId ?? "") ?? [];
    remaining -= others.length;
    return {
      url: urlOf(post),
      changed: post.changed,
      alternates: others.length > 1 && remaining >= 0 ? others : undefined,
    };
  });
}
