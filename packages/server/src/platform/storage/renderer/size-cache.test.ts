import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { createSizeCache } from "./size-cache.ts";

const root = await mkdtemp(join(tmpdir(), "porchlight-sizes-"));
afterAll(() => rm(root, { recursive: true, force: true }));
const idOf = (number: number) => `${String(number).padStart(32, "0")}.jpg`;

describe("createSizeCache", () => {
  it("evicts the least recently used images beyond its size", async () => {
    const cache = createSizeCache(join(root, "small"), 8_000);
    for (let number = 1; number <= 12; number++) {
      await cache.put(idOf(number), "160.webp", Buffer.alloc(1_000, number));
      await sleep(3);
    }
    const cached = await Promise.all(Array.from({ length: 12 }, (_, index) => cache.find(idOf(index + 1), "160.webp")));
    const there = cached.map((bytes) => bytes !== undefined);
    expect(cached.filter(Boolean).reduce((sum, bytes) => sum + bytes!.length, 0)).toBeLessThanOrEqual(8_000);
    expect(there.at(-1)).toBe(true);
    expect(there[0]).toBe(false);
    expect(cached.at(-1)).toEqual(Buffer.alloc(1_000, 12));
  });

  it("removes the sizes of one image only", async () => {
    const cache = createSizeCache(join(root, "other"));
    for (const variant of ["160.webp", "320.avif"]) await cache.put(idOf(1), variant, Buffer.from("x"));
    await cache.put(idOf(2), "160.webp", Buffer.from("y"));
    await cache.remove(idOf(1));
    expect(await cache.find(idOf(1), "160.webp")).toBeUndefined();
    expect(await cache.find(idOf(1), "320.avif")).toBeUndefined();
    expect(await cache.find(idOf(2), "160.webp")).toEqual(Buffer.from("y"));
  });
});
