import { codeVerifierDefaultLength, codeVerifierMaxLength, codeVerifierMinLength } from "@porchlight/contract/limits";
import { PorchlightError } from "../errors.ts";

/** What a page keeps while the member is away at the login page. Remove it once the code is exchanged. */
export interface OauthData {
  redirectUri: string;
  originalUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

export interface Pkce {
  codeVerifier: string;
  /** Unpadded base64url of the verifier's SHA-256. */
  codeChallenge: string;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
/** Bytes from here on would make the first letters likelier. */
const bias = 256 - (256 % alphabet.length);

/** Random text of the verifier's alphabet, every letter equally likely. */
export function randomText(crypto: Crypto, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < bias && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/**
 * A new verifier and its challenge, method S256. Source: RFC 7636 §4.
 *
 * @param length 43 to 128 characters; 43 unless given.
 * @throws {PorchlightError} kind `invalid` for another length; `misconfigured` on a page without https.
 */
export async function generatePkce(crypto: Crypto | undefined, length = codeVerifierDefaultLength): Promise<Pkce> {
  if (!(length >= codeVerifierMinLength && length <= codeVerifierMaxLength)) {
    const message = `Expected a length between ${codeVerifierMinLength} and ${codeVerifierMaxLength}. Received ${length}.`;
    throw new PorchlightError(message, { kind: "invalid", code: "INVALID_ARGUMENT" });
  }
  if (!crypto?.subtle) {
    throw new PorchlightError("Signing in needs a secure page: serve it over https, or from localhost.", {
      kind: "misconfigured",
      code: "INSECURE_CONTEXT",
    });
  }
  const codeVerifier = randomText(crypto, length);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return {
    codeVerifier,
    codeChallenge: base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  };
}
