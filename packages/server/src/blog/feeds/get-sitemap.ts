import type { Deps } from "../../deps.ts";
import { postPath } from "../post-json.ts";
import { blogBaseUrl, publicView } from "../public-view.ts";
import { maximumAddresses, type SitemapAddress, writeSitemap, writeSitemapIndex } from "./sitemap.ts";
import {
  countPostAddresses,
  findCategoryAddresses,
  findPostAddresses,
  findTagAddresses,
  type PublicPage,
} from "./sitemap-store.ts";
import type { Xml } from "./xml.ts";

/** Categories named in the sitemap, and tags; posts fill the rest of the first file. */
const maximumLabels = 1_000;
const fixedPages = ["/", "/blog"];

/**
 * The sitemap: every public page, or the list of the files that hold them where they are too many for one.
 *
 * @param size Addresses in one file.
 */
export async function getSitemap(deps: Deps, size = maximumAddresses): Promise<Xml> {
  const { files } = await measure(deps, size);
  if (files === 1) return writeSitemap(await addressesOf(deps, 1, size));
  const urls = Array.from({ length: files }, (_, index) => `${blogBaseUrl(deps)}/sitemap-${index + 1}.xml`);
  return writeSitemapIndex(urls);
}

/**
 * One file of a sitemap that has several.
 *
 * @param number 1 is the first.
 * @returns Undefined when there is no such file.
 */
export async function getSitemapFile(deps: Deps, number: number, size = maximumAddresses): Promise<Xml | undefined> {
  const { files } = await measure(deps, size);
  if (files === 1 || number < 1 || number > files) return undefined;
  return writeSitemap(await addressesOf(deps, number, size));
}

/** The first file is for the pages around the posts, with as many posts as fit beside them. */
async function measure(deps: Deps, size: number): Promise<{ files: number }> {
  const [posts, head] = await Promise.all([countPostAddresses(deps.db, publicView(deps)), headAddresses(deps, size)]);
  return { files: Math.max(1, Math.ceil((head.length + posts) / size)) };
}

async function addressesOf(deps: Deps, number: number, size: number): Promise<SitemapAddress[]> {
  const head = await headAddresses(deps, size);
  const shown = number === 1 ? head : [];
  const offset = number === 1 ? 0 : (number - 1) * size - head.length;
  const posts = await findPostAddresses(deps.db, publicView(deps), { limit: size - shown.length, offset });
  const base = blogBaseUrl(deps);
  return [
    ...shown,
    ...posts.map(({ slug, changed }) => ({ url: `${base}${postPath}${encodeURIComponent(slug)}`, changed })),
  ];
}

async function headAddresses(deps: Deps, size: number): Promise<SitemapAddress[]> {
  const base = blogBaseUrl(deps);
  const visibility = publicView(deps);
  const room = size - fixedPages.length;
  const categories = await findCategoryAddresses(deps.db, visibility, Math.min(maximumLabels, room));
  const tags = await findTagAddresses(deps.db, visibility, Math.min(maximumLabels, room - categories.length));
  const below = (path: string) => (page: PublicPage) => ({
    url: `${base}${path}${encodeURIComponent(page.slug)}`,
    changed: page.changed,
  });
  return [
    ...fixedPages.map((path) => ({ url: base + path, changed: undefined })),
    ...categories.map(below("/blog/category/")),
    ...tags.map(below("/blog/tag/")),
  ];
}
