import { describe, expect, it } from "vitest";
import { isId, newId } from "./ids.ts";

describe("newId", () => {
  it("returns a UUIDv7 greater than all previous ones, also within a millisecond", () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => newId(1_700_000_000_000 + Math.floor(index / 2_000)));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect([isId(id), id[14], "89ab".includes(id[19] ?? "")]).toEqual([true, "7", true]);
  });
});
