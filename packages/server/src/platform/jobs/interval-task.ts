export interface IntervalTask {
  /** Ends it, after what is under way. */
  close(): Promise<void>;
  /** Ends the wait for the next time, where nothing is under way. */
  wake(): void;
}

/**
 * Does `work` now, and again so long after it was done, until closed.
 *
 * @param onFailure Told of what it throws; the next time comes all the same.
 */
export function startIntervalTask(
  work: () => Promise<unknown>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): IntervalTask {
  let closed = false;
  let wakeUp: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!closed) {
      await work().catch(onFailure);
      if (closed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, intervalMs);
        timer.unref();
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = run();
  return {
    wake: () => wakeUp(),
    async close() {
      closed = true;
      wakeUp();
      await running;
    },
  };
}
