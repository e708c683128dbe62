/** Codes that are reserved, or stand for groups or parts of countries. Source: ISO 3166-1, reserved codes; CLDR. */
const noCountries = new Set(["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"]);

/** All countries by name in this language, from the platform's data. */
export function listCountries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      // Skips former codes that map to a successor.
      if (noCountries.has(value) || new Intl.Locale(`und-${value}`).region !== value) return [];
      const label = names.of(value);
      return label ? [{ value, label }] : [];
    })
    .sort((one, other) => one.label.localeCompare(other.label, language));
}

const digits = (count: number) => new RegExp(`^\\d{${count}}$`);
/** Postal code formats without spaces and hyphens, where simple. Source: Universal Postal Union. */
const postalCodes: Readonly<Record<string, RegExp>> = {
  AT: digits(4),
  AU: digits(4),
  BE: digits(4),
  BR: digits(8),
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  CH: digits(4),
  CZ: digits(5),
  DE: digits(5),
  DK: digits(4),
  ES: digits(5),
  FI: digits(5),
  FR: digits(5),
  GB: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/,
  IN: digits(6),
  IT: digits(5),
  JP: digits(7),
  NL: /^\d{4}[A-Z]{2}$/,
  NO: digits(4),
  NZ: digits(4),
  PL: digits(5),
  PT: digits(7),
  SE: digits(5),
  UA: digits(5),
  US: /^\d{5}(\d{4})?$/,
};

/** Whether a postal code is valid for the country; true if empty or the format is unknown. */
export function isPostalCodeOf(postalCode: string, country: string): boolean {
  const plain = postalCode.replace(/[\s-]/g, "").toUpperCase();
  return plain === "" || (postalCodes[country]?.test(plain) ?? true);
}
