import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import { assignSlugs } from "../assign-slugs.ts";
import { type FindOccupied, planWithFreeSlugs } from "../import-source.ts";
import type { ArticleHead } from "./article.ts";

/** Stands for the address of a blog that does not tell its own. No name ends so. Source: RFC 2606. */
export const unknownAddress = "https://blog.invalid";

/** What articles of one blog share. */
export interface ArticlePlan {
  blog: string;
  slugs: ReadonlyMap<string, string>;
  /** Slug of the article at an absolute address of the blog, or a path of it. */
  findSlug(address: string): string | undefined;
  /** Whether an absolute address is one of the blog's. */
  isOwn(url: string): boolean;
}

export interface BlogFacts {
  /** What it is known by. */
  blog: string;
  /** Its own addresses, such as `https://example.org/blog`. */
  addresses: readonly string[];
}

/** Settles slugs and former addresses between the articles of a blog. */
export async function planArticles(
  heads: readonly ArticleHead[],
  { blog, addresses }: BlogFacts,
  findOccupied: FindOccupied | undefined,
): Promise<ArticlePlan> {
  const assigned = await planWithFreeSlugs(
    (occupied) => assignSlugs(heads, occupied),
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
  for (const [head, slug] of assigned) {
    slugs.set(head.key, slug);
    for (const address of head.addresses) {
      const path = lookupPath(address);
      if (path !== undefined && !byAddress.has(path)) byAddress.set(path, slug);
    }
  }
  const hosts = new Set(addresses.flatMap((address) => hostOf(address) ?? []));
  return {
    blog,
    slugs,
    findSlug(address) {
      const path = lookupPath(address);
      return path === undefined ? undefined : byAddress.get(path);
    },
    isOwn: (url) => hosts.has(hostOf(url) ?? ""),
  };
}

/** Most blogs are reached with and without `www.`. */
function hostOf(address: string): string | undefined {
  return URL.parse(address)?.host.replace(/^www\./, "");
}

/** `/2024/05/name` and `/?p=12` for the addresses that end so. */
function lookupPath(address: string): string | undefined {
  const url = URL.parse(address, unknownAddress);
  if (!url) return undefined;
  const id = url.searchParams.get("p") ?? url.searchParams.get("page_id");
  if (id !== null) return `?p=${id}`;
  return normalizeLegacyPath(url.pathname);
}

/** The paths of an article's addresses, as former addresses of its post. */
export function formerPathsOf(addresses: readonly string[]): string[] {
  const paths = addresses.flatMap((address) => {
    const url = URL.parse(address, unknownAddress);
    return url && url.search === "" ? [normalizeLegacyPath(url.pathname) ?? []].flat() : [];
  });
  return [...new Set(paths)];
}
