import { normalizeSitePath } from "../import/folder/site-paths.ts";

/** Bytes; browsers and proxies do not take longer addresses anyway, and PostgreSQL finds none of over 2704. */
const maxBytes = 2000;

/** Addresses that are not a post's to have: the site's own front pages, and the server's routes. */
const reservedPaths = /^\/(?:$|blog$|healthz$|readyz$|(?:_api|oauth2|iam|auth|media|v[1-3]|blog\/v[1-3])(?:\/|$))/;

/**
 * The one form in which former addresses are stored and looked up, see {@link normalizeSitePath}.
 *
 * @param path As a request or the head of an imported file has it: `2014/12/12/Core-Team.html`, `/caf%C3%A9/`.
 * @returns `undefined` when it cannot be a post's former address.
 */
export function normalizeLegacyPath(path: string): string | undefined {
  const normalized = normalizeSitePath(path).normalize("NFC");
  if (Buffer.byteLength(normalized) > maxBytes || /\p{Cc}/u.test(normalized) || !normalized.isWellFormed()) {
    return undefined;
  }
  return reservedPaths.test(normalized) ? undefined : normalized;
}
