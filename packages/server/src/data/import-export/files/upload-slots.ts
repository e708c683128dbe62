import { createSemaphore } from "../../../platform/concurrency/semaphore.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { ipKey } from "../../../platform/rate-limits/ip-key.ts";

/** Where files come in: each upload under way has a share of the line and of the database. */
export interface UploadSlots {
  /**
   * Waits for a place.
   *
   * @throws {Refusal} `TOO_MANY_REQUESTS` where the address has as many as it may, waiting or not; `UNAVAILABLE` where too many wait.
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
}

const retrySeconds = 10;

export function createUploadSlots({
  atOnce,
  queueLimit,
  perAddress = Number.POSITIVE_INFINITY,
}: {
  atOnce: number;
  queueLimit: number;
  perAddress?: number;
}): UploadSlots {
  const turns = createSemaphore({ maxConcurrent: atOnce, maxQueued: queueLimit });
  const held = new Map<string, number>();
  return {
    async run(address, work) {
      const key = ipKey(address);
      const before = held.get(key) ?? 0;
      if (before >= perAddress) throw new Refusal("TOO_MANY_REQUESTS", {}, retrySeconds);
      held.set(key, before + 1);
      try {
        return await turns.run(work);
      } finally {
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      }
    },
  };
}

/** How fast bytes have to come, measured over each so many milliseconds in which they were waited for. */
export interface MinRate {
  bytesPerSecond: number;
  overMs: number;
}

/**
 * Passes bytes on as long as they come fast enough: whoever drips them has no place for long. Time that is taken here to keep them is not
 * the sender's.
 *
 * @throws {Refusal} `MALFORMED_REQUEST`.
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
