import type { KeptPage } from "./cached-page.ts";

export interface CachedPage {
  readonly page: KeptPage;
  /** The site's color, logo and links that the page was rendered with. */
  readonly looks: string;
  /** The post whose content the page shows. */
  readonly postId?: string | undefined;
}

/** A cache of public pages of one revision of the blog, limited by memory. */
export interface PageCache {
  /** A page of this revision. Discards pages of older ones. */
  find(address: string, revision: number, looks: string): CachedPage | undefined;
  /** Stores a page; `revision` was read before rendering. Evicts the least recently used pages. */
  keep(address: string, revision: number, page: CachedPage): void;
}

/** Maximum characters of a URL; longer ones are not legitimate. */
const longestAddress = 500;

export function createPageCache(maxBytes: number): PageCache {
  const pages = new Map<string, CachedPage>();
  let kept = 0;
  let bytes = 0;

  /** Whether `revision` is the cached one. A request that started earlier has an older one and finds nothing. */
  function isKept(revision: number): boolean {
    if (revision > kept) {
      pages.clear();
      bytes = 0;
      kept = revision;
    }
    return revision === kept;
  }

  function forget(address: string): void {
    bytes -= pages.get(address)?.page.bytes ?? 0;
    pages.delete(address);
  }

  return {
    find(address, revision, looks) {
      if (!isKept(revision)) return undefined;
      const found = pages.get(address);
      if (found?.looks !== looks) return undefined;
      pages.delete(address);
      pages.set(address, found);
      return found;
    },
    keep(address, revision, page) {
      if (!isKept(revision) || address.length > longestAddress || page.page.bytes > maxBytes) return;
      forget(address);
      for (const oldest of pages.keys()) {
        if (bytes + page.page.bytes <= maxBytes) break;
        forget(oldest);
      }
      pages.set(address, page);
      bytes += page.page.bytes;
    },
  };
}
