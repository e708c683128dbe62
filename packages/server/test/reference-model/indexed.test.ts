import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { callerNames, waitForIndexes } from "../data/collections.ts";
import { createRandom } from "./random-items.ts";
import { compareList } from "./reads.ts";
import { authors, publicLevels, seeds, startModel } from "./test-data-model.ts";

/** Lists with index scans and prepared page sizes, between changes of items. */

const fields = [{ key: "tags", type: "ARRAY_STRING" } as const];
const model = await startModel({
  Led: { levels: publicLevels, refers: {}, fields },
  Own: { levels: authors, refers: {}, fields },
  Drafts: { levels: publicLevels, refers: {}, fields, drafts: true },
});
const indexes = [[{ path: "p" }], [{ path: "q", order: "DESC" }], [{ path: "r" }, { path: "p" }], [{ path: "tags" }]];
for (const dataCollectionId of model.names) {
  for (const fields of indexes) {
    const body = { dataCollectionId, index: { fields } };
    await model.callers.call("owner", "/_api/porchlight/v1/data/indexes", body);
  }
}
await waitForIndexes(model.server.context);

const ids = Array.from({ length: 130 }, (_, index) => `item ${index}`);
const tags = ["red", "green", "blue", "Red", ""];
const led = ["p", "q", "r", "tags"];

/** Few distinct values, so that lists have several pages. */
const valuesOf = (random: ReturnType<typeof createRandom>) => {
  const few = [
    0,
    1,
    "a",
    "A",
    true,
    { $date: "2024-01-01T00:00:00.000Z" },
    null,
    ["a", 1],
    [],
    { a: 1 },
    "x".repeat(201),
  ];
  const some = Object.fromEntries(
    ["p", "q", "r"].flatMap((name) => (random.chance(0.9) ? [[name, random.pick(few)]] : [])),
  );
  return { ...some, ...(random.chance(0.9) && { tags: random.times(3, () => random.pick(tags)) }) };
};

describe("indexed lists and their reference model", () => {
  it("are indexed", async () => {
    const { rows } = await sql<{ status: string }>`select status from data_indexes`.execute(model.server.context.db);
    expect(rows.map(({ status }) => status)).toEqual(Array(12).fill("ACTIVE"));
  });

  it.each(seeds(2))("have the same results, run %i", { timeout: 300_000 }, async (seed) => {
    const random = createRandom(seed, { names: [...led, "_id", "_owner"] });
    for (let round = 0; round < 40; round += 1) {
      const [caller, name] = [random.pick(callerNames), random.pick(model.names)];
      const changes = Array.from({ length: 40 }, () => ({ id: random.pick(ids), data: valuesOf(random) }));
      const kind = round === 0 || random.chance(0.6) ? "save" : "remove";
      const many = changes.slice(0, kind === "save" ? 40 : 4);
      const list = kind === "save" ? { dataItems: many } : { dataItemIds: many.map(({ id }) => id) };
      await model.call(caller, `bulk/items/${kind}`, { dataCollectionId: name, ...list });
      for (const { id, data } of many) {
        if (kind === "save") model.save(caller, name, id, data, {});
        else model.remove(caller, name, id, {});
      }
      const published = random.pick(ids);
      await model.call("editor", "items/publish-draft", { dataCollectionId: "Drafts", dataItemId: published });
      model.publication("editor", "Drafts", published, "publish-draft", false);

      const path = random.pick(led);
      const value = path === "tags" ? random.pick(tags) : random.pick([0, 1, "a", "x".repeat(201), true]);
      const filter = random.pick([
        {},
        { [path]: value },
        { [path]: { $eq: value } },
        { [path]: { $hasAll: [value] } },
        { [path]: { $in: [value, "a"] } },
        { [path]: { $gte: value } },
        { [path]: null },
        random.filter(2),
      ]);
      const order = random.pick(["ASC", "DESC"]);
      const sort = random.pick([
        [],
        [{ fieldName: "_id", order }],
        [{ fieldName: path, order }],
        [{ fieldName: "p", order }],
        [
          { fieldName: path, order },
          { fieldName: "_id", order: "ASC" },
        ],
        random.sort(),
      ]);
      const limit = random.pick([10, 20, 50, 100, 10, 20, 7]);
      const reader = random.pick(callerNames);
      const requested = random.chance(0.3);
      await compareList(
        model,
        random,
        { caller: reader, name: random.pick(model.names), requested: requested },
        { filter, sort, limit },
      );
    }
  });
});
