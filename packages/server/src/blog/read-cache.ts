import { LRUCache } from "lru-cache";
import type { PageRevision } from "./page-revision/page-revision.ts";

/** In characters. */
const maxCachedSize = 16 * 1024 * 1024;
const maxEntrySize = 1024 * 1024;
/** Cursors in responses expire. */
const ttlMs = 60_000;

/** A cache of reads that are equal for all visitors, and for all members. */
export interface ReadCache {
  /**
   * Returns the cached value if the blog has not changed since it was read. Concurrent reads share one call of `load`.
   *
   * @param key A JSON value: everything that the result depends on, apart from the blog.
   */
  get<Value>(key: unknown, options: ReadCacheOptions<Value>, load: () => Promise<Value>): Promise<Value>;
}

interface ReadCacheOptions<Value> {
  /** Whether the result depends on the number of views, which change more often than anything else. */
  showsViews: boolean;
  /** In characters. */
  sizeOf(value: Value): number;
}

export function createReadCache(revision: PageRevision): ReadCache {
  const entries = new LRUCache<string, { revision: number; value: Promise<unknown> }>({
    maxSize: maxCachedSize,
    maxEntrySize,
    ttl: ttlMs,
  });
  return {
    async get<Value>(key: unknown, { showsViews, sizeOf }: ReadCacheOptions<Value>, load: () => Promise<Value>) {
      const text = JSON.stringify(key);
      const current = await (showsViews ? revision.readWithViews() : revision.read());
      const cached = entries.get(text);
      if (cached?.revision === current) return cached.value as Promise<Value>;
      const value = load();
      const entry = { revision: current, value };
      entries.set(text, entry, { size: text.length });
      try {
        const loaded = await value;
        if (entries.peek(text) === entry) entries.set(text, entry, { size: text.length + sizeOf(loaded) });
        return loaded;
      } catch (error) {
        if (entries.peek(text) === entry) entries.delete(text);
        throw error;
      }
    },
  };
}
