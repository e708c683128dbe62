/**
 * Caches a value that other processes may change, for `ttlMs` from the start of its load. Concurrent reads share one
 * load.
 */
export function cacheFor<Value>(
  load: () => Promise<Value>,
  now: () => number = () => performance.now(),
  ttlMs = 1_000,
): { read(): Promise<Value>; invalidate(): void } {
  let cached: { value: Promise<Value>; at: number } | undefined;
  return {
    async read() {
      if (!cached || now() - cached.at > ttlMs) {
        const loading = { at: now(), value: load() };
        cached = loading;
        loading.value.catch(() => {
          if (cached === loading) cached = undefined;
        });
      }
      return cached.value;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
