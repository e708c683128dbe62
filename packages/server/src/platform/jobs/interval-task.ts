export interface IntervalTask {
  /** Stops the task after the run in progress. */
  close(): Promise<void>;
  /** Starts the next run now, unless one is in progress. */
  wake(): void;
}

/**
 * Runs `work` now, and again `intervalMs` after each run, until closed.
 *
 * @param onFailure Called if `work` rejects; the task continues.
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
