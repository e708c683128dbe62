import { describe, expect, it } from "vitest";
import { type CachedPage, createPageCache } from "./page-cache.ts";

const pageOf = (bytes: number): CachedPage => ({ page: { write: () => new Uint8Array(), bytes }, branding: "" });

describe("createPageCache", () => {
  it("evicts the least recently used page at its memory limit", () => {
    const cache = createPageCache(100);
    const [first, second, third] = [pageOf(40), pageOf(40), pageOf(40)];
    cache.store("/first", 1, first);
    cache.store("/second", 1, second);
    expect(cache.find("/first", 1, "")).toBe(first);
    cache.store("/third", 1, third);
    expect(["/first", "/second", "/third"].map((address) => cache.find(address, 1, ""))).toEqual([
      first,
      undefined,
      third,
    ]);
  });

  it("replaces a page, and stores none that exceeds the limit", () => {
    const cache = createPageCache(100);
    const [small, again, large] = [pageOf(90), pageOf(90), pageOf(101)];
    cache.store("/", 1, small);
    cache.store("/", 1, again);
    cache.store("/large", 1, large);
    expect([cache.find("/", 1, ""), cache.find("/large", 1, "")]).toEqual([again, undefined]);
  });

  it("discards older revisions, and stores no page rendered for one", () => {
    const cache = createPageCache(100);
    cache.store("/", 1, pageOf(1));
    expect(cache.find("/", 2, "")).toBeUndefined();
    cache.store("/", 1, pageOf(1));
    expect([cache.find("/", 2, ""), cache.find("/", 1, "")]).toEqual([undefined, undefined]);
  });

  it("does not store overlong URLs", () => {
    const cache = createPageCache(100);
    const address = `/blog?${"x".repeat(500)}`;
    cache.store(address, 1, pageOf(1));
    expect(cache.find(address, 1, "")).toBeUndefined();
  });
});
