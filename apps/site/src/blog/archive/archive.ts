import type { SiteClient } from "../../client.ts";

/** A month that has posts, in the site's time zone. */
export interface ArchiveMonth {
  year: number;
  /** 1 is January. */
  month: number;
  postCount: number;
  /** Its first moment, ISO 8601. */
  start: string;
}

export type Month = Pick<ArchiveMonth, "year" | "month">;

/** Months that have posts, the newest first. */
export async function loadArchive(client: SiteClient): Promise<ArchiveMonth[]> {
  const { stats } = await client.posts.queryPostCountStats({ order: "NEWEST" });
  return stats.map(({ periodStart, postCount }) => {
    // Two weeks on it is the same month in every zone.
    const within = new Date(periodStart.getTime() + 14 * 86_400_000);
    return {
      year: within.getUTCFullYear(),
      month: within.getUTCMonth() + 1,
      postCount,
      start: periodStart.toISOString(),
    };
  });
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
  const date = new Date(0);
  // Unlike `Date.UTC`, takes the years before 100 as they are.
  date.setUTCFullYear(year, month - 1);
  return format.format(date);
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
