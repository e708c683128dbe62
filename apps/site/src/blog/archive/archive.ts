import type { SiteClient } from "../../client.ts";

/** A month with posts, in the site's time zone. */
export interface ArchiveMonth {
  year: number;
  /** 1 is January. */
  month: number;
  postCount: number;
  /** Its start, ISO 8601. */
  start: string;
}

export type Month = Pick<ArchiveMonth, "year" | "month">;

/** Months with posts, newest first. */
export async function loadArchive(client: SiteClient): Promise<ArchiveMonth[]> {
  const { stats } = await client.posts.queryPostCountStats({ order: "NEWEST" });
  return stats.map(({ periodStart, postCount }) => {
    // Two weeks later, it is the same month in every zone.
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

/** "October 2025", or only the month. */
export function monthName({ year, month }: Month, language: string, withYear = true): string {
  const format = new Intl.DateTimeFormat(language, {
    month: "long",
    ...(withYear ? { year: "numeric" } : {}),
    timeZone: "UTC",
  });
  const date = new Date(0);
  // Unlike `Date.UTC`, leaves years before 100 unchanged.
  date.setUTCFullYear(year, month - 1);
  return format.format(date);
}

/** The adjacent months with posts, even if the month has none or is invalid. */
export function adjacentMonths(
  archive: readonly ArchiveMonth[],
  month: Month,
): { earlier: ArchiveMonth | undefined; later: ArchiveMonth | undefined } {
  const place = sortKeyOf(month);
  return {
    earlier: archive.find((other) => sortKeyOf(other) < place),
    later: archive.findLast((other) => sortKeyOf(other) > place),
  };
}

export interface ArchiveYear {
  year: number;
  postCount: number;
  months: ArchiveMonth[];
}

/** Months by year, both newest first. */
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

// Invalid months sort before or after those of their year.
const sortKeyOf = ({ year, month }: Month) => year * 12 + Math.min(Math.max(month, 0.5), 12.5);
