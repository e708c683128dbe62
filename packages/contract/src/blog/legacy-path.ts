import { isServerPath } from "../server-paths.ts";

/** Bytes; PostgreSQL cannot index values over 2704. */
const maxBytes = 2000;

/** The only legacy path with a query: WordPress's number of an uploaded file, which leads to the post that shows it. */
export const attachmentPath = /^\/\?attachment_id=\d{1,20}$/;

/** Pages of the site that a post cannot replace. */
const sitePath = /^\/(?:$|blog$|auth(?:\/|$))/;

/**
 * The canonical form in which legacy paths are stored and looked up, see {@link normalizeSitePath}.
 *
 * @param path From a request or from front matter: `2014/12/12/Core-Team.html`, `/caf%C3%A9/`.
 * @returns `undefined` for a path that no post can have had.
 */
export function normalizeLegacyPath(path: string): string | undefined {
  const normalized = normalizeSitePath(path).normalize("NFC");
  const bytes = new TextEncoder().encode(normalized).length;
  if (bytes > maxBytes || /\p{Cc}/u.test(normalized) || !normalized.isWellFormed()) return undefined;
  return sitePath.test(normalized) || isServerPath(normalized) ? undefined : normalized;
}

/**
 * The canonical form of a path of a site: decoded, with a leading and no trailing slash, `.` and `..` resolved.
 * `2020/07/16/Rust-1.45.0/`, `/2020/07/16/Rust-1.45.0` and `https://example.org/2020/07/16/Rust-1.45.0/index.html?x#y`
 * have the same one.
 */
export function normalizeSitePath(path: string): string {
  const withoutOrigin = path.trim().replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const parts: string[] = [];
  for (const part of decodePercent(withoutOrigin.replace(/[?#].*$/s, "")).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  if (/^index\.html?$/.test(parts.at(-1) ?? "")) parts.pop();
  return `/${parts.join("/")}`;
}

/** Percent-decodes `text`; returns invalid encodings unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
