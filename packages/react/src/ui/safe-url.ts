// Base for parsing, to distinguish relative from absolute URLs.
const nowhere = "https://relative.invalid";

/** What browsers strip from a URL. `trim` strips more, which could change the URL. */
const spacesAround = /^[\0-\x20]+|[\0-\x20]+$/g;

export interface SafeUrl {
  /** Safe for `href` or `src`. */
  href: string;
  /** Whether it leads to another host or is not http(s). */
  isForeign: boolean;
}

export const linkProtocols = ["http:", "https:", "mailto:", "tel:"] as const;
export type LinkProtocol = (typeof linkProtocols)[number];

/**
 * A harmless URL from content: http, https, mailto, tel, or relative. It is parsed as browsers do, so that
 * `java\nscript:` is rejected.
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
    // `//relative.invalid` would look relative; it leads nowhere.
    const href = raw.replace(spacesAround, "");
    if (href === "" || href.includes("relative.invalid") || /\p{Cc}/u.test(href)) return undefined;
    return { href, isForeign: false };
  }
  return { href: url.href, isForeign: true };
}

/** Whether this is a path of this site: a single slash first (browsers treat a backslash as a slash and skip tabs). */
export function isSitePath(href: string): boolean {
  return /^\/(?![/\\])[^\t\n\r]*$/.test(href);
}

/** Navigates within the site without loading the page; `replace` replaces the history entry. */
export type Navigate = (to: string, options?: { replace?: boolean }) => unknown;

/** Navigates to a path of this site. Anything else is ignored, because it may come from an untrusted URL. */
export function goTo(path: string | undefined, navigate: Navigate | undefined, { replace = false } = {}): void {
  if (path === undefined || !isSitePath(path)) return;
  if (navigate) navigate(path, { replace });
  else window.location[replace ? "replace" : "assign"](path);
}
