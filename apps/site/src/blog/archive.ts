import type { SiteClient } from "../client.ts";

/** A month that has posts. Months are those of UTC, as all dates of the site. */
export interface ArchiveMonth {
  year: number;
  /** 1 is January. */
  month: number;
  postCount: number;
}

export type Month = Pick<ArchiveMonth, "year" | "month">;

/** Months that have posts, the newest first. */
export async function loadArchive(client: SiteClient): Promise<ArchiveMonth[]> {
  const { stats } = await client.posts.queryPostCountStats({ order: "NEWEST" });
  return stats.map(({ periodStart, postCount }) => ({
    year: periodStart.getUTCFullYear(),
    month: periodStart.getUTCMonth() + 1,
    postCount,
  }));
}

export function monthPath({ year, month }: Month): string {
  return `/blog/archive/${String(year).padStart(4, "0")}/${String(month).padStart(2, "0")}`;
}

/** "October 2025", or the month alone. */
export function monthName({ year, month }: Month, language: string, withYear = true): string {
  const format = new Intl.DateTimeFormat(language, {
    month: "long",
    ...(withYear ? { year: "numeric" } : {}),
    timeZone: "UTC",
  });
  return format.format(startOf({ year, month }));
}

/** From its first moment on, and before that of the next month; ISO 8601. */
export function monthRange({ year, month }: Month): { from: string; to: string } {
  return { from: startOf({ year, month }).toISOString(), to: startOf({ year, month: month + 1 }).toISOString() };
}

/** The months with posts next to one, whether it has posts itself or is no month at all. */
export function monthsAround(
  archive: readonly ArchiveMonth[],
  month: Month,
): { earlier: ArchiveMonth | undefined; later: ArchiveMonth | undefined } {
  const place = placeOf(month);
  return {
    earlier: archive.find((other) => placeOf(other) < place),
    later: archive.findLast((other) => placeOf(other) > place),
  };
}

export interface ArchiveYear {
  year: number;
  postCount: number;
  months: ArchiveMonth[];
}

/** Months by year, both the newest first. */
export function byYear(archive: readonly ArchiveMonth[]): ArchiveYear[] {
  const years = new Map<number, ArchiveYear>();
  for (const month of archive) {
    const { year, postCount } = month;
    const before = years.get(year);
    years.set(year, {
      year,
      postCount: (before?.postCount ?? 0) + postCount,
      months: [...(before?.months ?? []), month],
    });
  }
  return [...years.values()];
}

/** Numbers that are no month stand before or after those of their year. */
const placeOf = ({ year, month }: Month) => year * 12 + Math.min(Math.max(month, 0.5), 12.5);

function startOf({ year, month }: Month): Date {
  const date = new Date(0);
  // Unlike `Date.UTC`, takes the years before 100 as they are.
  date.setUTCFullYear(year, month - 1);
  return date;
}
