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

/** A path of this site: one slash first, as browsers read it (they take a backslash for a slash, and skip tabs). */
export function isSitePath(href: string): boolean {
  return /^\/(?![/\\])[^\t\n\r]*$/.test(href);
}

/** Goes to an address of this site without loading the page; `replace` leaves no way back to this one. */
export type Navigate = (to: string, options?: { replace?: boolean }) => unknown;

/** Goes to a path of this site; anything else is left alone, since it may come from an address that others wrote. */
export function goTo(path: string | undefined, navigate: Navigate | undefined, { replace = false } = {}): void {
  if (path === undefined || !isSitePath(path)) return;
  if (navigate) navigate(path, { replace });
  else window.location[replace ? "replace" : "assign"](path);
}
