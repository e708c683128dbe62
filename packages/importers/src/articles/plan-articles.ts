import { attachmentPath, normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import { assignSlugs } from "../assign-slugs.ts";
import { type FindOccupied, planWithFreeSlugs } from "../import-source.ts";
import type { ArticleHead } from "./article.ts";

/** Placeholder for an unknown blog address. The domain is reserved. Source: RFC 2606. */
export const unknownAddress = "https://blog.invalid";

/** What the articles of a blog share. */
export interface ArticlePlan {
  blog: string;
  slugs: ReadonlyMap<string, string>;
  /** The path on this site of the article at an absolute address or path of the blog. */
  findPath(address: string): string | undefined;
  /** Whether an absolute address belongs to the blog. */
  isOwn(url: string): boolean;
}

export interface BlogFacts {
  /** Name of the blog. */
  blog: string;
  /** Addresses of the blog, such as `https://example.org/blog`. */
  addresses: readonly string[];
}

/** Assigns slugs and indexes the addresses of a blog's articles. */
export async function planArticles(
  heads: readonly ArticleHead[],
  { blog, addresses }: BlogFacts,
  findOccupied: FindOccupied | undefined,
): Promise<ArticlePlan> {
  const [posts, pages] = [heads.filter(({ isPage }) => !isPage), heads.filter(({ isPage }) => isPage)];
  const assigned = await planWithFreeSlugs(
    (occupied) => assignSlugs(posts, occupied),
    (slugs) =>
      [...slugs].map(([head, slug]) => ({
        slug,
        sourceKey: head.key,
        sourceBlog: blog,
        firstPublishedDate: head.date,
      })),
    findOccupied,
  );
  const slugs = new Map<string, string>();
  const byAddress = new Map<string, string>();
  for (const [head, slug] of [...assigned, ...assignSlugs(pages)]) {
    slugs.set(head.key, slug);
    for (const address of head.addresses) {
      const path = lookupPath(address);
      if (path !== undefined && !byAddress.has(path))
        byAddress.set(path, `${head.isPage ? "/" : "/blog/"}${encodeURIComponent(slug)}`);
    }
  }
  const hosts = new Set(addresses.flatMap((address) => hostOf(address) ?? []));
  return {
    blog,
    slugs,
    findPath(address) {
      const path = lookupPath(address);
      return path === undefined ? undefined : byAddress.get(path);
    },
    isOwn: (url) => hosts.has(hostOf(url) ?? ""),
  };
}

/** Most blogs are reachable with and without `www.`. */
function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host.replace(/^www\./, "");
}

/** `/2024/05/name` or `?p=12`. */
function lookupPath(address: string): string | undefined {
  const url = URL.parse(address, unknownAddress);
  if (!url) return undefined;
  const id = url.searchParams.get("p") ?? url.searchParams.get("page_id");
  if (id !== null) return `?p=${id}`;
  const file = url.searchParams.get("attachment_id");
  if (file !== null) return `?attachment_id=${file}`;
  return normalizeLegacyPath(url.pathname);
}

/** The paths of an article's addresses, as legacy paths of its post. */
export function formerPathsOf(addresses: readonly string[]): string[] {
  const paths = addresses.flatMap((address) => {
    const url = URL.parse(address, unknownAddress);
    if (url && attachmentPath.test(`${url.pathname}${url.search}`)) return [`${url.pathname}${url.search}`];
    return url && url.search === "" ? [normalizeLegacyPath(url.pathname) ?? []].flat() : [];
  });
  return [...new Set(paths)];
}
