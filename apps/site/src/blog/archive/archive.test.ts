import { describe, expect, it } from "vitest";
import { adjacentMonths, byYear, loadArchive, monthName, monthPath } from "./archive.ts";

const archive = [
  { year: 2026, month: 1, postCount: 2, start: "2026-01-01T00:00:00.000Z" },
  { year: 2025, month: 12, postCount: 1, start: "2025-12-01T00:00:00.000Z" },
  { year: 2025, month: 3, postCount: 4, start: "2025-03-01T00:00:00.000Z" },
];

describe("archive months", () => {
  it.each([
    ["UTC", "2025-10-01T00:00:00.000Z"],
    ["Europe/Berlin", "2025-09-30T22:00:00.000Z"],
    ["America/New_York", "2025-10-01T04:00:00.000Z"],
    ["Pacific/Kiritimati", "2025-09-30T10:00:00.000Z"],
  ])("use the server's time zone, such as %s", async (_, start) => {
    const stats = [{ periodStart: new Date(start), postCount: 3 }];
    const client = { posts: { queryPostCountStats: async () => ({ stats }) } };
    expect(await loadArchive(client as never)).toEqual([{ year: 2025, month: 10, postCount: 3, start }]);
  });

  it("have two digits in URLs, and a name in the site's language", () => {
    expect(monthPath({ year: 2026, month: 3 })).toBe("/blog/archive/2026/03");
    expect(monthName({ year: 2026, month: 3 }, "en")).toBe("March 2026");
    expect(monthName({ year: 2026, month: 3 }, "de", false)).toBe("März");
  });

  it("find the adjacent months with posts across years and from invalid months", () => {
    const around = (year: number, month: number) => {
      const { earlier, later } = adjacentMonths(archive, { year, month });
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
