import { Failure } from "./errors/failure.ts";

const spanMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** ISO 8601: a date, or a date and a time with a time zone. */
const timePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Parses a time in the past: a date, a time, or a duration before now. @throws {Failure} */
export function readTime(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined)
    return new Date(now.getTime() - Number(count) * spanMs[unit as keyof typeof spanMs]);
  const time = new Date(timePattern.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw new Failure(
    `"${text}" is not a time. Write 2030-01-31, 2030-01-31T18:00Z, or a duration before now like 90m, 12h or 7d.`,
  );
}
