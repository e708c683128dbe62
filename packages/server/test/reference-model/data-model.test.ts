import { describe, it } from "vitest";
import { callerNames } from "../data/collections.ts";
import { include, list, referenced, search } from "./reads.ts";
import { randomOf, referringCollections, seeds, startWorld } from "./test-data-model.ts";
import { publish, refer, truncate, writeMany, writeOne } from "./writes.ts";

/** Collections that refer to each other, with drafts and own items, changed and read by every kind of caller. */

const world = await startWorld(referringCollections);
const changes = [writeOne, writeOne, writeOne, writeOne, writeMany, refer, refer, publish, publish];

describe("collections that refer to each other and a plain model of them", () => {
  it.each(seeds(8))("come to the same, run %i", { timeout: 300_000 }, async (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < 300; round += 1) {
      const act = random.pick([...changes, truncate, list, list, search, include, referenced]);
      await act(world, random, random.pick(callerNames), random.pick(world.names));
    }
  });
});
