import { expect, test } from "vitest";
import { createBatchLoader } from "./batch-loader.ts";
import type { DbOrTx } from "./database.ts";

const db = {} as DbOrTx;

/** Doubles numbers up to 100 and records the batches. */
function doubling() {
  const batches: { shared: object; keys: (number | null)[] }[] = [];
  const read = createBatchLoader(async (_: DbOrTx, shared: { site: string }, keys: readonly (number | null)[]) => {
    batches.push({ shared, keys: keys.filter((key) => key !== null) });
    if (keys.includes(99)) throw new Error("99 is not read.");
    return keys
      .flatMap((key, index) => (key === null || key > 100 ? [] : [{ index: index + 1, value: key * 2 }]))
      .reverse();
  });
  return { batches, read: (key: number, site = "a") => read(db, { site }, key) };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test("returns the row of each key regardless of the order of rows", async () => {
  const { batches, read } = doubling();
  const rows = await Promise.all([3, 101, 4, 3].map((key) => read(key)));
  expect(rows.map((row) => row?.value)).toEqual([6, undefined, 8, 6]);
  expect(batches).toEqual([{ shared: { site: "a" }, keys: [3, 101, 4, 3] }]);
});

test("reads at most ten keys per batch", async () => {
  const { batches, read } = doubling();
  const rows = await Promise.all(range(23).map((key) => read(key)));
  expect(rows.map((row) => row?.value)).toEqual(range(23).map((key) => key * 2));
  expect(batches.map(({ keys }) => keys.length)).toEqual([10, 10, 3]);
});

test("does not combine reads with different shared values", async () => {
  const { batches, read } = doubling();
  await Promise.all([read(1, "a"), read(2, "b"), read(3, "a")]);
  expect(batches).toEqual([
    { shared: { site: "a" }, keys: [1, 3] },
    { shared: { site: "b" }, keys: [2] },
  ]);
});

test("rejects only the reads of a failed batch", async () => {
  const { read } = doubling();
  const results = await Promise.allSettled([read(1), read(99), read(2, "b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  await expect(read(1)).resolves.toMatchObject({ value: 2 });
});
