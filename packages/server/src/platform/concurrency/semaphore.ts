import { Refusal } from "../context/errors.ts";

/** Heavy work, so much of it at once; the rest waits, so much of it and no more. */
export interface Semaphore {
  /** @throws {Refusal} `UNAVAILABLE` when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What is under way now, and what waits. */
  load(): { running: number; waiting: number };
}

const busyRetrySeconds = 2;

export function createSemaphore({ atOnce, queueLimit }: { atOnce: number; queueLimit: number }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= queueLimit) throw new Refusal("UNAVAILABLE", {}, busyRetrySeconds);
        // The one who leaves hands its place over, so `running` stays as it is.
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
