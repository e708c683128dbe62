import pLimit from "p-limit";
import { Refusal } from "../context/errors.ts";

/** Limits concurrent work, with a bounded queue. */
export interface Semaphore {
  /** @throws {Refusal} `UNAVAILABLE` if the queue is full. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  load(): { running: number; waiting: number };
}

const busyRetrySeconds = 2;

export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }): Semaphore {
  const limit = pLimit(maxConcurrent);
  return {
    async run(work) {
      const isFull = limit.activeCount >= maxConcurrent && limit.pendingCount >= maxQueued;
      if (isFull) throw new Refusal("UNAVAILABLE", {}, busyRetrySeconds);
      return limit(work);
    },
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  };
}
