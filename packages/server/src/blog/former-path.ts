import { normalizeSitePath } from "./import/site-paths.ts";

/** Characters; browsers and proxies do not take longer addresses anyway. */
const maximumLength = 2000;

/** Addresses that are not a post's to have: the site's own front pages, and the server's routes. */
const ownPaths = /^\/(?:$|blog$|healthz$|readyz$|(?:_api|oauth2|iam|auth|v[1-3]|blog\/v[1-3])(?:\/|$))/;

/**
 * The one form in which former addresses are stored and looked up, see {@link normalizeSitePath}.
 *
 * @param path As a request or the head of an imported file has it: `2014/12/12/Core-Team.html`, `/caf%C3%A9/`.
 * @returns `undefined` when it cannot be a post's former address.
 */
export function toFormerPath(path: string): string | undefined {
  const normalized = normalizeSitePath(path).normalize("NFC");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no address has them
  if (normalized.length > maximumLength || /[\u0000-\u001f\u007f]/.test(normalized) || !normalized.isWellFormed()) {
    return undefined;
  }
  return ownPaths.test(normalized) ? undefined : normalized;
}
