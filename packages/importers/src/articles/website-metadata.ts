import type { WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";

/** Facts without the empty ones, of the length that settings have. */
export function toWebsiteMetadata(
  given: { [Name in keyof WebsiteMetadata]: string | null | undefined },
): WebsiteMetadata {
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const text = value?.replace(/\s+/g, " ").trim();
    return text ? [[name, text.slice(0, name === "logo" || name === "icon" ? 2_000 : 300)]] : [];
  });
  return Object.fromEntries(entries);
}

/** A hexadecimal color; undefined for grays, which are the color of a page and not of a brand. */
export function brandColorOf(text: string | undefined | null): string | undefined {
  const [, digits] = /^#((?:[0-9a-f]{3}){1,2})$/i.exec(text?.trim() ?? "") ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const parts = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts) < 24 ? undefined : `#${full.toLowerCase()}`;
}
