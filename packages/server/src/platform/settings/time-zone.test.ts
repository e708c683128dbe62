import { describe, expect, it } from "vitest";
import { monthOf, toInstant } from "./time-zone.ts";

describe("toInstant", () => {
  it.each([
    ["2026-01-15T09:00", "Europe/Berlin", "2026-01-15T08:00:00.000Z"],
    ["2026-07-15T09:00:30.5", "Europe/Berlin", "2026-07-15T07:00:30.500Z"],
    ["2026-01-15T09:00", "UTC", "2026-01-15T09:00:00.000Z"],
    ["2026-01-15T09:00", "Asia/Kathmandu", "2026-01-15T03:15:00.000Z"],
    ["2026-01-01T00:30", "America/New_York", "2026-01-01T05:30:00.000Z"],
    ["1890-01-01T00:00", "Europe/Amsterdam", expect.any(String)],
    // Skipped hour: moved forward.
    ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    // Ambiguous hour: the first.
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
    // Samoa skipped a whole day.
    ["2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00.000Z"],
  ])("converts %s in %s to %s", (local, zone, moment) => {
    expect(toInstant(local, zone).toISOString()).toEqual(moment);
  });

  it("is consistent with the local month of monthOf", () => {
    const moment = new Date("2025-12-31T23:30:00Z");
    expect(monthOf(moment, "Europe/Berlin")).toEqual({ year: 2026, month: 1 });
    expect(monthOf(moment, "America/New_York")).toEqual({ year: 2025, month: 12 });
  });
});
