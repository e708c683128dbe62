import type { KeptPage } from "./cached-page.ts";

export interface CachedPage {
  readonly page: KeptPage;
  /** What the owner has all pages look like: colour, logo and links. */
  readonly looks: string;
  /** Of the post whose whole text this is. */
  readonly postId?: string | undefined;
}

/** Pages that visitors share, of one revision of the blog, within a bound of memory. */
export interface PageCache {
  /** A page as this revision shows it. What was kept of another is forgotten. */
  find(address: string, revision: number, looks: string): CachedPage | undefined;
  /** Keeps a page; `revision` was read before it was rendered. The page that was wanted least lately makes room. */
  keep(address: string, revision: number, page: CachedPage): void;
}

/** Characters; longer ones are made up. */
const longestAddress = 500;

export function createPageCache(maxBytes: number): PageCache {
  const pages = new Map<string, CachedPage>();
  let kept = 0;
  let bytes = 0;

  /** Whether `revision` is the one that is kept. One who asked before the others has an older one, and gets nothing. */
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
