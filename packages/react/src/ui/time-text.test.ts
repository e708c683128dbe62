import { describe, expect, it } from "vitest";
import { relativeTime, toMilliseconds } from "./time-text.tsx";

const now = Date.UTC(2026, 2, 27, 12);
const hours = (n: number) => now - n * 3_600_000;

describe("relativeTime", () => {
  it("formats minutes, hours and days for less than seven days", () => {
    expect(relativeTime(hours(0.5), now, "en")).toBe("30 minutes ago");
    expect(relativeTime(hours(5), now, "en")).toBe("5 hours ago");
    expect(relativeTime(hours(30), now, "en")).toBe("yesterday");
    expect(relativeTime(hours(167), now, "en")).toBe("6 days ago");
  });

  it("returns nothing for older times and the future", () => {
    expect(relativeTime(hours(168), now, "en")).toBeUndefined();
    expect(relativeTime(hours(-1), now, "en")).toBeUndefined();
  });
});

describe("toMilliseconds", () => {
  it("accepts only dates, ISO text and numbers", () => {
    expect(toMilliseconds(new Date(now))).toBe(now);
    expect(toMilliseconds("2026-03-27T12:00:00.000Z")).toBe(now);
    expect(toMilliseconds(now)).toBe(now);
    expect(toMilliseconds("soon")).toBeUndefined();
    expect(toMilliseconds(null)).toBeUndefined();
  });
});
