/** Accepts IANA names only, unlike PostgreSQL, which also accepts rules and abbreviations. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
const dayMs = 24 * 60 * 60_000;

/**
 * Converts a local time to an instant. Of an ambiguous time, the first; a skipped time is moved forward by the gap.
 *
 * @param local ISO 8601 without a zone, such as `2026-03-29T09:00`. Source: ECMAScript Temporal, disambiguation
 * "compatible".
 */
export function toInstant(local: string, timeZone: string): Date {
  const utc = new Date(`${local}Z`).getTime();
  const offsets = [offsetAt(utc - dayMs, timeZone), offsetAt(utc + dayMs, timeZone)] as const;
  const matching = offsets.filter((offset) => offsetAt(utc - offset, timeZone) === offset);
  return new Date(matching.length > 0 ? utc - Math.max(...matching) : utc - offsets[0]);
}

/** Returns the local year and month, from 1. */
export function monthOf(moment: Date, timeZone: string): { year: number; month: number } {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}

/** UTC offset in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const options = { timeZone, timeZoneName: "longOffset", year: "numeric" } as const;
  // Creating a format costs more than a hundred uses; there are at most as many as time zones.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en", options);
  formats.set(timeZone, format);
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes, seconds = "0"] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
