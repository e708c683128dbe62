import { describe, expect, it } from "vitest";
import { createWindowCounter } from "./window-counter.ts";

const fill = (counter: ReturnType<typeof createWindowCounter>, who: string, times: number, at: number) =>
  Array.from({ length: times }, () => counter.count(who, at)).filter((wait) => wait === 0).length;

describe("createWindowCounter", () => {
  it("allows the limit for each caller", () => {
    const counter = createWindowCounter({ hits: 10, perMs: 1_000 });
    expect(fill(counter, "a", 15, 5)).toBe(10);
    expect(fill(counter, "b", 15, 5)).toBe(10);
  });

  it("does not allow twice the limit around the end of a window", () => {
    const counter = createWindowCounter({ hits: 10, perMs: 1_000 });
    counter.count("a", 0);
    expect(fill(counter, "a", 20, 999)).toBe(9);
    expect(fill(counter, "a", 20, 1_001)).toBe(1);
    expect(fill(counter, "a", 20, 1_500)).toBe(4);
  });

  it("returns the exact wait", () => {
    const counter = createWindowCounter({ hits: 10, perMs: 1_000 });
    expect(fill(counter, "a", 10, 0)).toBe(10);
    const wait = counter.count("a", 300);
    expect(wait).toBe(700);
    expect(counter.count("a", 300 + wait - 1)).toBeGreaterThan(0);
    expect(counter.count("a", 300 + wait)).toBe(0);
    const second = counter.count("a", 300 + wait);
    expect(second).toBeGreaterThan(0);
    expect(counter.count("a", 300 + wait + second)).toBe(0);
  });

  it("resets after a pause, and when the clock is set back", () => {
    const counter = createWindowCounter({ hits: 10, perMs: 1_000 });
    fill(counter, "a", 10, 10_000);
    expect(fill(counter, "a", 20, 12_000)).toBe(10);
    expect(fill(counter, "a", 20, 500)).toBe(10);
  });
});
