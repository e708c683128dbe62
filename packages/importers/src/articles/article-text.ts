const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Converts a title or name with tags and entities to text. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^<>]*>/g, "")
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
          ? String.fromCodePoint(point)
          : whole;
      },
    )
    .trim();
}

/**
 * Parses `2024-05-06 07:08:09` (UTC), RFC 822, ISO 8601, or milliseconds since the epoch. Returns undefined for
 * anything else, including WordPress's date of zeros.
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

/** Replaces what PostgreSQL rejects: NUL and unpaired surrogates. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
