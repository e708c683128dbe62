import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import { assignSlugs } from "../assign-slugs.ts";
import { type FindOccupied, planWithFreeSlugs } from "../import-source.ts";
import type { ArticleHead } from "./article.ts";

/** Placeholder for an unknown blog address. The domain is reserved. Source: RFC 2606. */
export const unknownAddress = "https://blog.invalid";

/** What the articles of a blog share. */
export interface ArticlePlan {
  blog: string;
  slugs: ReadonlyMap<string, string>;
  /** The slug of the article at an absolute address or path of the blog. */
  findSlug(address: string): string | undefined;
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
  return normalizeLegacyPath(url.pathname);
}

/** The paths of an article's addresses, as legacy paths of its post. */
export function formerPathsOf(addresses: readonly string[]): string[] {
  const paths = addresses.flatMap((address) => {
    const url = URL.parse(address, unknownAddress);
    return url && url.search === "" ? [normalizeLegacyPath(url.pathname) ?? []].flat() : [];
  });
  return [...new Set(paths)];
}
