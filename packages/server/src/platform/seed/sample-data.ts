import type { Caller } from "../context/caller.ts";
import { requireOwner } from "../identity/require-editor.ts";

const words =
  `lamp flame wick porch lantern street evening letter neighbour kettle garden window ladder harbour bell path stone
   river bridge winter summer morning bread flour market basket thread needle paper pencil story answer question
   journey stranger welcome shelter storm candle copper brass glass mirror corner attic cellar orchard apple pear
   walnut hammer nail timber paint brush colour shadow silence music fiddle drum chorus`.split(/\s+/);

/** Returns `count` words, always the same for a number and different for adjacent numbers. */
export function sampleWords(number: number, count: number): string {
  const chosen: string[] = [];
  // Linear congruential generator of Numerical Recipes: fast and repeatable.
  let state = Math.imul(number, 2654435761) >>> 0;
  for (let n = 0; n < count; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    chosen.push(words[(state >>> 8) % words.length]!);
  }
  return chosen.join(" ");
}

/** Returns {@link sampleWords} as a sentence. */
export function sampleSentence(number: number, count: number): string {
  const text = sampleWords(number, count);
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Options of commands that create test data. */
export interface SeedOptions {
  /** Number of entities to create. */
  count: number;
  onProgress?(done: number): void;
}

const batchSize = 1_000;

/**
 * Creates `count` sample entities in batches, numbered after the existing ones.
 *
 * @throws {Refusal} `NOT_ALLOWED` unless the caller is the owner.
 */
export async function seedInBatches(
  caller: Caller,
  { count, onProgress }: SeedOptions,
  highestNumber: () => Promise<number>,
  add: (numbers: readonly number[]) => Promise<void>,
): Promise<void> {
  requireOwner(caller);
  const offset = await highestNumber();
  for (let done = 0; done < count; ) {
    const size = Math.min(batchSize, count - done);
    await add(Array.from({ length: size }, (_, n) => offset + done + n + 1));
    done += size;
    onProgress?.(done);
  }
}
