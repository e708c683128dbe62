import { defaultCodeVerifierLength, maxCodeVerifierLength, minCodeVerifierLength } from "@porchlight/contract/limits";
import { encodeBase64Url } from "@porchlight/contract/wire/request-encoding";
import { configurationError, createError } from "../../errors.ts";

/** Data that a page stores while the member is at the login page. Remove it after the code exchange. */
export interface OauthData {
  redirectUri: string;
  originalUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** A code verifier and its challenge. Source: RFC 7636. */
export interface Pkce {
  codeVerifier: string;
  /** Unpadded base64url of the verifier's SHA-256. */
  codeChallenge: string;
}

/** Random letters, digits, `-` and `_`, uniformly distributed. */
export const randomText = (crypto: Crypto, length: number): string =>
  encodeBase64Url(crypto.getRandomValues(new Uint8Array(length))).slice(0, length);

/**
 * Generates a verifier and its challenge, method S256. Source: RFC 7636 §4.
 *
 * @param length 43 to 128 characters. Default: 43.
 * @throws {PorchlightError} kind `invalid` for another length; `misconfigured` on a page without https.
 */
export async function generatePkce(crypto: Crypto | undefined, length = defaultCodeVerifierLength): Promise<Pkce> {
  if (!(length >= minCodeVerifierLength && length <= maxCodeVerifierLength)) {
    const message = `Expected a length between 43 and 128. Received ${length}.`;
    throw createError("invalid", "INVALID_ARGUMENT", message);
  }
  if (!crypto?.subtle) throw configurationError("INSECURE_CONTEXT", "Signing in needs https or localhost.");
  const codeVerifier = randomText(crypto, length);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: encodeBase64Url(new Uint8Array(digest)) };
}
