import { describe, expect, it } from "vitest";
import { byYear, monthName, monthPath, monthRange, monthsAround } from "./archive.ts";

const archive = [
  { year: 2026, month: 1, postCount: 2 },
  { year: 2025, month: 12, postCount: 1 },
  { year: 2025, month: 3, postCount: 4 },
];

describe("months of the archive", () => {
  it("begin and end at midnight in UTC", () => {
    expect(monthRange({ year: 2025, month: 12 })).toEqual({
      from: "2025-12-01T00:00:00.000Z",
      to: "2026-01-01T00:00:00.000Z",
    });
    expect(monthRange({ year: 2024, month: 2 }).to).toBe("2024-03-01T00:00:00.000Z");
    expect(monthRange({ year: 7, month: 2 }).from).toBe("0007-02-01T00:00:00.000Z");
  });

  it("have two digits in addresses, and a name in the site's language", () => {
    expect(monthPath({ year: 2026, month: 3 })).toBe("/blog/archive/2026/03");
    expect(monthName({ year: 2026, month: 3 }, "en")).toBe("March 2026");
    expect(monthName({ year: 2026, month: 3 }, "de", false)).toBe("März");
  });

  it("know the nearest ones with posts, over the turn of a year and from months that do not exist", () => {
    const around = (year: number, month: number) => {
      const { earlier, later } = monthsAround(archive, { year, month });
      return [earlier && monthPath(earlier), later && monthPath(later)].map((path) => path?.slice(14));
    };
    expect(around(2025, 12)).toEqual(["2025/03", "2026/01"]);
    expect(around(2025, 7)).toEqual(["2025/03", "2025/12"]);
    expect(around(2025, 13)).toEqual(["2025/12", "2026/01"]);
    expect(around(2025, 99)).toEqual(["2025/12", "2026/01"]);
    expect(around(2026, 0)).toEqual(["2025/12", "2026/01"]);
    expect(around(2026, 1)).toEqual(["2025/12", undefined]);
    expect(around(1999, 1)).toEqual([undefined, "2025/03"]);
  });

  it("are counted by year", () => {
    expect(byYear(archive).map(({ year, postCount, months }) => [year, postCount, months.length])).toEqual([
      [2026, 2, 1],
      [2025, 5, 2],
    ]);
    expect(byYear([])).toEqual([]);
  });
});
