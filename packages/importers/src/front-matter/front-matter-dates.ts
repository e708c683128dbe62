const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const time = String.raw`(?:[Tt,\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?`;
const zone = String.raw`\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
/** `2024-05-06`, `2024/5/6 10:00`, `2024-05-06T10:00:00.5+02:00` */
const numeric = new RegExp(`^(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})${time}${zone}$`);
/** `Jul 08 2022`, `May 6th, 2024 10:00`, `Mon, 6 May 2024 10:00:00 +0200` */
const named = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},?\s+)?(?:([A-Za-z]{3,9})\.?\s+(\d{1,2})|(\d{1,2})(?:st|nd|rd|th)?\s+([A-Za-z]{3,9})\.?)(?:st|nd|rd|th)?,?\s+(\d{4})${time}${zone}$`,
);

/** Shorter years are ambiguous. */
const earliestYear = 1000;
const latestYear = 9999;

/**
 * Parses a date as authors write it in front matter. A day, or a time without a zone, is UTC. Returns undefined for
 * anything else.
 */
export function readDateText(text: string): Date | undefined {
  const trimmed = text.slice(0, 64).trim();
  const inNumbers = numeric.exec(trimmed);
  if (inNumbers) {
    const [, year, , month, day, ...rest] = inNumbers;
    return createDate(Number(year), Number(month), Number(day), rest);
  }
  const [, firstMonth, secondDay, firstDay, secondMonth, year, ...rest] = named.exec(trimmed) ?? [];
  const month = months.indexOf((firstMonth ?? secondMonth ?? "").slice(0, 3).toLowerCase()) + 1;
  return createDate(Number(year), month, Number(firstDay ?? secondDay), rest);
}

/** @param rest Hours, minutes, seconds, fraction and zone, as far as present. */
function createDate(
  year: number,
  month: number,
  day: number,
  [hours = "0", minutes = "0", seconds = "0", fraction = "0", zone = "Z"]: (string | undefined)[],
): Date | undefined {
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!(year >= earliestYear) || !isTime) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);
  const local = Date.UTC(year, month - 1, day, Number(hours), Number(minutes), Number(seconds), milliseconds);
  const written = new Date(local);
  // Rejects 31 February, which would become a day of March.
  if (written.getUTCMonth() !== month - 1 || written.getUTCDate() !== day) return undefined;
  const [, sign, zoneHours = "0", zoneMinutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  const date = new Date(sign === "-" ? local + offset : local - offset);
  const utcYear = date.getUTCFullYear();
  return utcYear >= earliestYear && utcYear <= latestYear ? date : undefined;
}
