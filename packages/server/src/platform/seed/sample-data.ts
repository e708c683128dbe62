import type { Caller } from "../context/caller.ts";
import { Refusal } from "../context/errors.ts";

const words =
  `lamp flame wick porch lantern street evening letter neighbour kettle garden window ladder harbour bell path stone
   river bridge winter summer morning bread flour market basket thread needle paper pencil story answer question
   journey stranger welcome shelter storm candle copper brass glass mirror corner attic cellar orchard apple pear
   walnut hammer nail timber paint brush colour shadow silence music fiddle drum chorus`.split(/\s+/);

/** As many words as asked for, always the same ones for a number. Numbers beside each other have different ones. */
export function sampleWords(number: number, count: number): string {
  const chosen: string[] = [];
  // The constants of Numerical Recipes' generator; all that counts here is that it is quick and repeatable.
  let state = Math.imul(number, 2654435761) >>> 0;
  for (let n = 0; n < count; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    chosen.push(words[(state >>> 8) % words.length]!);
  }
  return chosen.join(" ");
}

/** The same as a sentence. */
export function sampleSentence(number: number, count: number): string {
  const text = sampleWords(number, count);
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

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
