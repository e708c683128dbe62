const ttlMs = 1_000;

/** Caches a value that other processes may change for one second; concurrent reads share one load. */
export function cacheFor<Value>(
  load: () => Promise<Value>,
  now: () => number = () => performance.now(),
): { read(): Promise<Value>; invalidate(): void } {
  let cached: { value: Promise<Value>; at: number } | undefined;
  return {
    async read() {
      if (!cached || now() - cached.at > ttlMs) {
        const value = load();
        cached = { value, at: now() };
        value.catch(() => (cached = undefined));
      }
      return cached.value;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
