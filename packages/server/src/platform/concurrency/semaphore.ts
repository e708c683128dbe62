import { Refusal } from "../context/errors.ts";

/** Limits concurrent work, with a bounded queue. */
export interface Semaphore {
  /** @throws {Refusal} `UNAVAILABLE` if the queue is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  load(): { running: number; waiting: number };
}

const busyRetrySeconds = 2;

export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= maxConcurrent) {
        if (waiting.length >= maxQueued) throw new Refusal("UNAVAILABLE", {}, busyRetrySeconds);
        // A finished task passes its slot on, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  };
}
