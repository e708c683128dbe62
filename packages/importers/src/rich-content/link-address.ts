import { decodePercent } from "@porchlight/contract/blog/legacy-path";

/** The kind of a link's or image's address, by its syntax. */
export type LinkAddress =
  /** Safe: http, https, mailto or tel. */
  | { kind: "absolute"; url: string }
  /** Within the document; `name` is decoded. */
  | { kind: "fragment"; name: string }
  /** Relative to the post or the site. */
  | { kind: "relative"; href: string }
  /** Must not be stored. `reason` is a sentence. */
  | { kind: "unsafe"; reason: string };

const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

/** Parses an address as browsers do, which ignore line feeds and tabs in it and control characters around it. */
export function readLinkAddress(href: string): LinkAddress {
  const address = trimControls(href).replace(/[\t\n\r]/g, "");
  if (address === "") return { kind: "unsafe", reason: "A link has no address; only its text is imported." };
  if (address.startsWith("#")) return { kind: "fragment", name: decodePercent(address.slice(1)) };
  const url = /^[/\\]{2}/.test(address) ? `https:${address.replaceAll("\\", "/")}` : address;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: "relative", href: url };
  if (!allowedSchemes.has(scheme)) {
    return {
      kind: "unsafe",
      reason: `A link with the scheme "${scheme}" is not supported; only its text is imported.`,
    };
  }
  if (!URL.canParse(url)) {
    return { kind: "unsafe", reason: `The address "${url.slice(0, 100)}" cannot be read; only its text is imported.` };
  }
  return { kind: "absolute", url };
}

/** Not a regular expression: one anchored at the end takes quadratic time for a run of spaces. */
function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  return text.slice(start, end);
}
