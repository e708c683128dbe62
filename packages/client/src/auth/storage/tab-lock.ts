/** Runs work while no other holder of the lock does. */
export type Lock = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** After this long a lock is not waited for any more: it only saves requests, it guards nothing. */
export const lockTimeoutMs = 2_000;

/**
 * A lock that all tabs of this origin share, for a storage that they share: they renew one at a time then. Where the runtime
 * has no locks the work runs at once.
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
      // Other processes see a write to localStorage a little after it: who has the lock next would read what was there before.
      const hold = () => {
        go(0);
        return run().then(waitForPropagation, waitForPropagation);
      };
      const { locks } = globalThis.navigator ?? {};
      // A lock that is held already is not given up when the signal fires.
      if (locks) locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold).catch(go);
      else go(0);
    });
    return run();
  };

const waitForPropagation = () => new Promise((resolve) => AbortSignal.timeout(50).addEventListener("abort", resolve));
