import pLimit from "p-limit";
import { Refusal } from "../context/errors.ts";

const busyRetrySeconds = 2;

/** Limits concurrent work, with a bounded queue. */
export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  const limit = pLimit(maxConcurrent);
  return {
    /** @throws {Refusal} `UNAVAILABLE` if the queue is full. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      const isFull = limit.activeCount >= maxConcurrent && limit.pendingCount >= maxQueued;
      if (isFull) throw new Refusal("UNAVAILABLE", {}, busyRetrySeconds);
      return limit(work);
    },
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  };
}
