import { createSemaphore } from "../../../platform/concurrency/semaphore.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { ipKey } from "../../../platform/rate-limits/ip-key.ts";

/** Limits concurrent uploads. */
export interface UploadSlots {
  /**
   * Runs an upload in a slot. @throws {Refusal} `TOO_MANY_REQUESTS`: limit of the IP address; `UNAVAILABLE`: full
   * queue.
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
}

const retrySeconds = 10;

export function createUploadSlots({
  maxConcurrent,
  maxQueued,
  perAddress = Number.POSITIVE_INFINITY,
}: {
  maxConcurrent: number;
  maxQueued: number;
  perAddress?: number;
}): UploadSlots {
  const semaphore = createSemaphore({ maxConcurrent, maxQueued });
  const active = new Map<string, number>();
  return {
    async run(address, work) {
      const key = ipKey(address);
      const before = active.get(key) ?? 0;
      if (before >= perAddress) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
      active.set(key, before + 1);
      try {
        return await semaphore.run(work);
      } finally {
        const remaining = (active.get(key) ?? 1) - 1;
        if (remaining > 0) active.set(key, remaining);
        else active.delete(key);
      }
    },
  };
}

/** Minimum transfer rate, measured over intervals of `overMs` spent waiting for bytes. */
export interface MinRate {
  bytesPerSecond: number;
  overMs: number;
}

/**
 * Ends uploads slower than the minimum rate. Time spent storing bytes does not count. @throws {Refusal}
 * `MALFORMED_REQUEST`.
 */
export async function* enforceMinRate(
  chunks: AsyncIterable<Uint8Array>,
  { bytesPerSecond, overMs }: MinRate,
  now: () => number = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  let [waitedMs, bytes] = [0, 0];
  let since = now();
  for await (const chunk of chunks) {
    waitedMs += now() - since;
    bytes += chunk.length;
    if (waitedMs >= overMs) {
      if (bytes * 1000 < bytesPerSecond * waitedMs)
        throw new Refusal("MALFORMED_REQUEST", { reason: "it comes too slowly" });
      [waitedMs, bytes] = [0, 0];
    }
    yield chunk;
    since = now();
  }
}
