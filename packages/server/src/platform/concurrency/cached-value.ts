/** Kept for this long, so that a busy sign-in page does not ask for it each time. */
const freshMs = 1_000;

/** Reads what another process may change: at most a second old, and asked for once however many want it. */
export function keepFresh<Value>(
  ask: () => Promise<Value>,
  now: () => number = () => performance.now(),
): { read(): Promise<Value>; forget(): void } {
  let kept: { value: Promise<Value>; at: number } | undefined;
  return {
    async read() {
      if (!kept || now() - kept.at > freshMs) {
        const value = ask();
        kept = { value, at: now() };
        value.catch(() => (kept = undefined));
      }
      return kept.value;
    },
    /** To be called by whoever changes it here. */
    forget() {
      kept = undefined;
    },
  };
}
