/** Names of zones only: PostgreSQL would take rules and abbreviations, too. Source: IANA time zone database. */
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
 * The moment at which clocks of a zone show a date and time. Of two, where clocks are put back, the first; one that clocks leave out
 * is as much later as they are put forward.
 *
 * @param local ISO 8601 without a zone, like `2026-03-29T09:00`. Source: ECMAScript Temporal, disambiguation "compatible".
 */
export function toInstant(local: string, timeZone: string): Date {
  const shown = new Date(`${local}Z`).getTime();
  const offsets = [offsetAt(shown - dayMs, timeZone), offsetAt(shown + dayMs, timeZone)] as const;
  const fitting = offsets.filter((offset) => offsetAt(shown - offset, timeZone) === offset);
  return new Date(fitting.length > 0 ? shown - Math.max(...fitting) : shown - offsets[0]);
}

/** The year and the month, from 1, that clocks of a zone show. */
export function monthOf(moment: Date, timeZone: string): { year: number; month: number } {
  const shown = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1 };
}

/** Milliseconds that clocks of a zone are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const how = { timeZone, timeZoneName: "longOffset", year: "numeric" } as const;
  // To make one takes longer than to use it a hundred times; they are as many as there are zones.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en", how);
  formats.set(timeZone, format);
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes, seconds = "0"] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
