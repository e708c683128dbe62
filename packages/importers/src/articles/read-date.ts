/**
 * `2024-05-06 07:08:09`, which is UTC, or a form of RFC 822 or ISO 8601, or milliseconds since the epoch; absent for anything else, and
 * for the zeros that WordPress writes where there is none.
 */
export function readDate(given: string | number | undefined | null): Date | undefined {
  const date = typeof given === "number" ? new Date(given) : readText(given ?? "");
  const year = date?.getUTCFullYear() ?? Number.NaN;
  return year >= 1000 && year <= 9999 ? date : undefined;
}

function readText(text: string): Date | undefined {
  if (text === "" || text.startsWith("0000")) return undefined;
  return new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}Z` : text);
}
