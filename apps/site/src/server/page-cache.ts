import type { CachedHtml } from "./cached-page.ts";

export interface CachedPage {
  readonly page: CachedHtml;
  /** The site's color, logo and links that the page was rendered with. */
  readonly branding: string;
  /** The post whose content the page shows. */
  readonly postId?: string | undefined;
}

/** A cache of public pages of one revision of the blog, limited by memory. */
export interface PageCache {
  /** A page of this revision. Discards pages of older ones. */
  find(address: string, revision: number, branding: string): CachedPage | undefined;
  /** Stores a page; `revision` was read before rendering. Evicts the least recently used pages. */
  store(address: string, revision: number, page: CachedPage): void;
}

/** Maximum characters of a URL; longer ones are not legitimate. */
const maxUrlLength = 500;

export function createPageCache(maxBytes: number): PageCache {
  const pages = new Map<string, CachedPage>();
  let cachedRevision = 0;
  let bytes = 0;

  /** Whether `revision` is the cached one. A request that started earlier has an older one and finds nothing. */
  function isCurrent(revision: number): boolean {
    if (revision > cachedRevision) {
      pages.clear();
      bytes = 0;
      cachedRevision = revision;
    }
    return revision === cachedRevision;
  }

  function forget(address: string): void {
    bytes -= pages.get(address)?.page.bytes ?? 0;
    pages.delete(address);
  }

  return {
    find(address, revision, branding) {
      if (!isCurrent(revision)) return undefined;
      const found = pages.get(address);
      if (found?.branding !== branding) return undefined;
      pages.delete(address);
      pages.set(address, found);
      return found;
    },
    store(address, revision, page) {
      if (!isCurrent(revision) || address.length > maxUrlLength || page.page.bytes > maxBytes) return;
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
