import { expect, test } from "vitest";
import { createBatchLoader } from "./batch-loader.ts";
import type { DbOrTx } from "./database.ts";

const db = {} as DbOrTx;

/** Doubles numbers up to 100; notes what was asked for together. */
function doubling() {
  const asked: { shared: object; keys: (number | null)[] }[] = [];
  const read = createBatchLoader(async (_: DbOrTx, shared: { site: string }, keys: readonly (number | null)[]) => {
    asked.push({ shared, keys: keys.filter((key) => key !== null) });
    if (keys.includes(99)) throw new Error("99 is not read.");
    return keys
      .flatMap((key, index) => (key === null || key > 100 ? [] : [{ index: index + 1, value: key * 2 }]))
      .reverse();
  });
  return { asked, read: (key: number, site = "a") => read(db, { site }, key) };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test("each caller gets the row of its own key, whatever order the rows come in", async () => {
  const { asked, read } = doubling();
  const rows = await Promise.all([3, 101, 4, 3].map((key) => read(key)));
  expect(rows.map((row) => row?.value)).toEqual([6, undefined, 8, 6]);
  expect(asked).toEqual([{ shared: { site: "a" }, keys: [3, 101, 4, 3] }]);
});

test("no more than ten are read at once", async () => {
  const { asked, read } = doubling();
  const rows = await Promise.all(range(23).map((key) => read(key)));
  expect(rows.map((row) => row?.value)).toEqual(range(23).map((key) => key * 2));
  expect(asked.map(({ keys }) => keys.length)).toEqual([10, 10, 3]);
});

test("reads that differ in what they have in common are made apart", async () => {
  const { asked, read } = doubling();
  await Promise.all([read(1, "a"), read(2, "b"), read(3, "a")]);
  expect(asked).toEqual([
    { shared: { site: "a" }, keys: [1, 3] },
    { shared: { site: "b" }, keys: [2] },
  ]);
});

test("a read that fails is told to those who waited for it, and to no others", async () => {
  const { read } = doubling();
  const results = await Promise.allSettled([read(1), read(99), read(2, "b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  await expect(read(1)).resolves.toMatchObject({ value: 2 });
});
