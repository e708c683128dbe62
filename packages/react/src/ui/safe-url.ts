// An address that no real one resolves against, so that a relative one can be told from an absolute one.
const nowhere = "https://relative.invalid";

/** What browsers take off an address. `trim` takes off more, and what is behind may then be read as another address. */
const spacesAround = /^[\0-\x20]+|[\0-\x20]+$/g;

export interface SafeUrl {
  /** As it may stand in `href` or `src`. */
  href: string;
  /** Whether it names another host, or is not a page of the web. */
  isForeign: boolean;
}

export const linkProtocols = ["http:", "https:", "mailto:", "tel:"] as const;
export type LinkProtocol = (typeof linkProtocols)[number];

/**
 * An address from content, if it is harmless: http, https, mailto, tel, or relative to this site. It is read as a
 * browser reads it, so that `java\nscript:` and its like do not pass.
 */
export function safeUrl(raw: unknown, protocols: readonly LinkProtocol[] = linkProtocols): SafeUrl | undefined {
  if (typeof raw !== "string" || raw === "" || raw.length > 8000) return undefined;
  let url: URL;
  try {
    url = new URL(raw, nowhere);
  } catch {
    return undefined;
  }
  if (!(protocols as readonly string[]).includes(url.protocol)) return undefined;
  if (url.origin === nowhere) {
    // `//relative.invalid` and the like would say our own word; they lead nowhere.
    const href = raw.replace(spacesAround, "");
    if (href === "" || href.includes("relative.invalid") || /\p{Cc}/u.test(href)) return undefined;
    return { href, isForeign: false };
  }
  return { href: url.href, isForeign: true };
}
