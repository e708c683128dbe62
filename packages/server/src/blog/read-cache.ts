import { LRUCache } from "lru-cache";
import type { Requester } from "../platform/context/request-context.ts";
import { RawJson } from "../platform/http/serve.ts";
import type { PageRevision } from "./page-revision/page-revision.ts";

const maxCachedCharacters = 16 * 1024 * 1024;
const maxEntryCharacters = 1024 * 1024;
/** Short compared with the lifetime of the cursors in responses. */
const ttlMs = 60_000;

/** A cache of reads that are the same for all visitors, and for all members. */
export interface ReadCache {
  /**
   * Returns the cached value if the blog has not changed since it was read. Concurrent reads share one call of `load`.
   *
   * @param key A JSON value with everything that the result depends on apart from the blog.
   */
  get<Value>(key: unknown, options: ReadCacheOptions<Value>, load: () => Promise<Value>): Promise<Value>;
}

interface ReadCacheOptions<Value> {
  /** Whether the result depends on view counts, which change more often than anything else. */
  showsViews: boolean;
  /** Length of the value in characters. */
  sizeOf(value: Value): number;
}

export function createReadCache(revision: PageRevision): ReadCache {
  const entries = new LRUCache<string, { revision: number; value: Promise<unknown> }>({
    maxSize: maxCachedCharacters,
    maxEntrySize: maxEntryCharacters,
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

/** Caches a use case whose result depends only on the blog, its input, and whether the caller is a member. */
export function cachedRead<Context extends { readCache: ReadCache }, Input>(
  name: string,
  read: (context: Context, request: Requester, input: Input) => Promise<RawJson>,
): typeof read {
  return async (context, request, input) => {
    const key = [name, request.caller.kind === "member", input];
    const options = { showsViews: showsViews(input), sizeOf: (text: string) => text.length };
    return new RawJson(
      await context.readCache.get(key, options, async () => (await read(context, request, input)).text),
    );
  };
}

/** Whether an input selects, filters or sorts by views. A cursor may contain any of these. */
export const showsViews = (input: unknown): boolean =>
  /METRICS|VIEW_COUNT|metrics|cursor":"/.test(JSON.stringify(input));
