/** Kept for this long, so that a busy sign-in page does not ask for it each time. */
const ttlMs = 1_000;

/** Reads what another process may change: at most a second old, and asked for once however many want it. */
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
    /** To be called by whoever changes it here. */
    invalidate() {
      cached = undefined;
    },
  };
}
