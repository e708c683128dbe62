import type { Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";

/** Options of commands that create test data. */
export interface SeedOptions {
  /** How many more to make. */
  count: number;
  onProgress?(done: number): void;
}

const batchSize = 1_000;

/**
 * Makes `count` made-up things, a thousand to a transaction, numbered onwards from those of earlier times.
 *
 * @throws {Refusal} `NOT_ALLOWED` for all but the owner.
 */
export async function seedInBatches(
  caller: Caller,
  { count, onProgress }: SeedOptions,
  highestNumber: () => Promise<number>,
  add: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const former = await highestNumber();
  for (let done = 0; done < count; ) {
    const size = Math.min(batchSize, count - done);
    await add(Array.from({ length: size }, (_, n) => former + done + n + 1));
    done += size;
    onProgress?.(done);
  }
}
