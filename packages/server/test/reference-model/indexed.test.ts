import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { callerNames, untilIndexed } from "../data/collections.ts";
import { createRandom } from "./random-items.ts";
import { compareList } from "./reads.ts";
import { authors, everybody, seeds, startWorld } from "./test-data-model.ts";

/** Lists that indexes lead to and pages of prepared sizes, between changes to the items. */

const fields = [{ key: "tags", type: "ARRAY_STRING" } as const];
const world = await startWorld({
  Led: { levels: everybody, refers: {}, fields },
  Own: { levels: authors, refers: {}, fields },
  Drafts: { levels: everybody, refers: {}, fields, drafts: true },
});
const indexes = [[{ path: "p" }], [{ path: "q", order: "DESC" }], [{ path: "r" }, { path: "p" }], [{ path: "tags" }]];
for (const dataCollectionId of world.names) {
  for (const fields of indexes) {
    const body = { dataCollectionId, index: { fields } };
    await world.callers.call("owner", "/_api/porchlight/v1/data/indexes", body);
  }
}
await untilIndexed(world.server.context);

const ids = Array.from({ length: 130 }, (_, index) => `item ${index}`);
const tags = ["red", "green", "blue", "Red", ""];
const led = ["p", "q", "r", "tags"];

/** Of few values, so that lists have more than one page. */
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

describe("lists that indexes lead to and a plain model of them", () => {
  it("have indexes", async () => {
    const { rows } = await sql<{ status: string }>`select status from data_indexes`.execute(world.server.context.db);
    expect(rows.map(({ status }) => status)).toEqual(Array(12).fill("ACTIVE"));
  });

  it.each(seeds(2))("come to the same, run %i", { timeout: 300_000 }, async (seed) => {
    const random = createRandom(seed, { names: [...led, "_id", "_owner"] });
    for (let round = 0; round < 40; round += 1) {
      const [caller, name] = [random.pick(callerNames), random.pick(world.names)];
      const changes = Array.from({ length: 40 }, () => ({ id: random.pick(ids), data: valuesOf(random) }));
      const kind = round === 0 || random.chance(0.6) ? "save" : "remove";
      const many = changes.slice(0, kind === "save" ? 40 : 4);
      const list = kind === "save" ? { dataItems: many } : { dataItemIds: many.map(({ id }) => id) };
      await world.call(caller, `bulk/items/${kind}`, { dataCollectionId: name, ...list });
      for (const { id, data } of many) {
        if (kind === "save") world.save(caller, name, id, data, {});
        else world.remove(caller, name, id, {});
      }
      const published = random.pick(ids);
      await world.call("editor", "items/publish-draft", { dataCollectionId: "Drafts", dataItemId: published });
      world.publication("editor", "Drafts", published, "publish-draft", false);

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
      const asked = random.chance(0.3);
      await compareList(
        world,
        random,
        { caller: reader, name: random.pick(world.names), asked },
        { filter, sort, limit },
      );
    }
  });
});
