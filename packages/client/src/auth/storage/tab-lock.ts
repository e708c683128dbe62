/** Runs work exclusively among the holders of the lock. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The lock saves requests but guards nothing, so waiting is limited. */
export const lockTimeoutMs = 2_000;

/**
 * A lock shared by all tabs of this origin, so that they renew one at a time. Without lock support the work runs
 * immediately.
 */
export const tabLock =
  (name: string): Lock =>
  async (work) => {
    let running: ReturnType<typeof work> | undefined;
    const run = () => {
      running ??= work();
      return running;
    };
    await new Promise<unknown>((go) => {
      // localStorage writes reach other processes with a delay; holding the lock longer prevents stale reads.
      const runAndDelayRelease = () => {
        go(0);
        return run().then(waitForPropagation, waitForPropagation);
      };
      const { locks } = globalThis.navigator ?? {};
      // The signal does not release a lock that has been granted.
      if (locks) locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, runAndDelayRelease).catch(go);
      else go(0);
    });
    return run();
  };

const waitForPropagation = () => new Promise((resolve) => AbortSignal.timeout(50).addEventListener("abort", resolve));
