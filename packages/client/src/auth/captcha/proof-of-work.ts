import type { ProofOfWork } from "@porchlight/contract/auth/captcha/captcha";
import { encodeBase64Url } from "@porchlight/contract/wire/request-encoding";
import { configurationError, createError } from "../../errors.ts";

/** Parallel attempts; browsers compute them in worker threads without blocking the page. */
const concurrency = 4;
const targetBits = 128;

/**
 * Finds the number that produces the target and returns the token.
 *
 * @throws {PorchlightError} kind `misconfigured` on a page without https; `aborted`; `contract` if no number matches.
 */
export async function solveProofOfWork(
  { challenge, salt, iterations, numbers, target }: ProofOfWork,
  signal?: AbortSignal,
): Promise<string> {
  const { subtle } = crypto;
  if (!subtle) throw configurationError("INSECURE_CONTEXT", "The captcha needs https or localhost.");
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: decodeBase64Url(salt), iterations };
  const derive = async (number: number) => {
    const password = new TextEncoder().encode(String(number));
    const key = await subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    return encodeBase64Url(new Uint8Array(await subtle.deriveBits(algorithm, key, targetBits)));
  };
  let next = 0;
  let found: number | undefined;
  async function search() {
    while (found === undefined && next < numbers && !signal?.aborted) {
      const number = next++;
      if ((await derive(number)) === target) found = number;
    }
  }
  await Promise.all(Array.from({ length: concurrency }, search));
  if (found !== undefined) return `${challenge}.${found}`;
  if (signal?.aborted) throw createError("aborted", "ABORTED", "The captcha was given up.", signal.reason);
  throw createError("contract", "MALFORMED_RESPONSE", "The captcha has no solution.");
}

const decodeBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
