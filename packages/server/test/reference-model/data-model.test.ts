import { describe, it } from "vitest";
import { callerNames } from "../data/collections.ts";
import { changeLevels, changeSpecialPermissions } from "./changed-permissions.ts";
import { aggregate, include, list, referenced, search } from "./reads.ts";
import { randomOf, referringCollections, seeds, startModel } from "./test-data-model.ts";
import { publish, refer, truncate, writeMany, writeOne } from "./writes.ts";

/** Collections with references, drafts and author permissions, used by every kind of caller. */

const model = await startModel(referringCollections);
const changes = [writeOne, writeOne, writeOne, writeOne, writeMany, refer, refer, publish, publish];

describe("collections with references and their reference model", () => {
  it.each(seeds(3))("have the same results, run %i", { timeout: 300_000 }, async (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < 300; round += 1) {
      const act = random.pick([...changes, truncate, list, list, search, include, referenced]);
      await act(model, random, random.pick(callerNames), random.pick(model.names));
    }
  });
});

describe("collections whose permissions change and their reference model", () => {
  it.each(seeds(3))("have the same results, run %i", { timeout: 300_000 }, async (seed) => {
    const random = randomOf(1_000 + seed);
    const reads = [list, search, include, referenced, aggregate, aggregate];
    for (let round = 0; round < 300; round += 1) {
      const act = random.pick([...changes, ...reads, changeLevels, changeSpecialPermissions, changeSpecialPermissions]);
      await act(model, random, random.pick(callerNames), random.pick(model.names));
    }
  });
});
