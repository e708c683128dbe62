import { decodePercent } from "@porchlight/contract/blog/legacy-path";

/** Where a link or an image leads, by its form alone. */
export type LinkAddress =
  /** Safe as it is: http, https, mailto or tel. */
  | { kind: "absolute"; url: string }
  /** Within the same document; `name` is decoded. */
  | { kind: "fragment"; name: string }
  /** Relative to the post or to the site. */
  | { kind: "relative"; href: string }
  /** Must not be stored. `reason` is a plain sentence. */
  | { kind: "unsafe"; reason: string };

const allowedSchemes = new Set(["http", "https", "mailto", "tel"]);

/** Reads an address as a browser would, which ignores line feeds and tabs within it and control characters around it. */
export function readLinkAddress(href: string): LinkAddress {
  const address = trimControls(href).replace(/[\t\n\r]/g, "");
  if (address === "") return { kind: "unsafe", reason: "A link has no address; its text is kept." };
  if (address.startsWith("#")) return { kind: "fragment", name: decodePercent(address.slice(1)) };
  const url = /^[/\\]{2}/.test(address) ? `https:${address.replaceAll("\\", "/")}` : address;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: "relative", href: url };
  if (!allowedSchemes.has(scheme)) {
    return { kind: "unsafe", reason: `A link with the scheme "${scheme}" is not carried; its text is kept.` };
  }
  if (!URL.canParse(url)) {
    return { kind: "unsafe", reason: `The address "${url.slice(0, 100)}" cannot be read; its text is kept.` };
  }
  return { kind: "absolute", url };
}

/** Not a pattern: one that is anchored at the end takes time that grows with the square of a run of spaces. */
function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  return text.slice(start, end);
}
