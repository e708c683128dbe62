import { type ClientErrorCode, configurationError, createError, type PorchlightError } from "../errors.ts";
import { isObject } from "../http/response.ts";

/** A token with a valid signature and valid times. */
export interface VerifiedToken {
  claims: Record<string, unknown>;
  /** Identifies the token. */
  fingerprint: string;
}

export interface TokenChecks {
  publicKeys: readonly string[];
  crypto: Crypto | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  allowsRs512: boolean;
}

/** Tolerated clock difference. */
export const clockToleranceSeconds = 30;
const hashes: Record<string, string> = { RS256: "SHA-256", RS512: "SHA-512" };

/**
 * Verifies a signed token and parses it.
 *
 * @throws {PorchlightError} kind `unauthenticated`: `ERR_JWT_EXPIRED`, `ERR_JWS_SIGNATURE_VERIFICATION_FAILED`,
 * `ERR_JOSE_NOT_SUPPORTED` for any algorithm but RS256; kind `invalid`: `ERR_JWS_INVALID`. Source: webhooks.md,
 * "Verification".
 */
export async function verifyToken(
  token: string,
  { publicKeys, crypto, now, allowsRs512 }: TokenChecks,
): Promise<VerifiedToken> {
  if (publicKeys.length === 0)
    throw configurationError("PUBLIC_KEY_MISSING", "Missing public key. Make sure to pass it to the AppStrategy");
  if (!crypto?.subtle) throw configurationError("CRYPTO_MISSING", "This runtime cannot check signatures.");
  const [header = "", payload = "", signature = "", more] = String(token).trim().split(".", 4);
  const { alg, crit } = readPart(header);
  const claims = readPart(payload);
  const bytes = readBase64(signature);
  if (more !== undefined || !bytes) throw malformedToken();
  const hash = typeof alg === "string" && (alg === "RS256" || allowsRs512) ? hashes[alg] : undefined;
  // `crit` names extensions that are not supported.
  if (!hash || crit !== undefined)
    throw tokenError("ERR_JOSE_NOT_SUPPORTED", `alg ${String(alg)} is not supported: events are signed with RS256`);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const checks = publicKeys.map(async (key) =>
    crypto.subtle.verify("RSASSA-PKCS1-v1_5", await importKey(crypto, key, hash), bytes, signed),
  );
  if (!(await Promise.all(checks)).includes(true))
    throw tokenError("ERR_JWS_SIGNATURE_VERIFICATION_FAILED", "signature verification failed");
  checkTimes(claims, now / 1000);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", signed));
  return { claims, fingerprint: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

function checkTimes({ exp, nbf }: Record<string, unknown>, seconds: number): void {
  if (exp !== undefined && (typeof exp !== "number" || exp + clockToleranceSeconds <= seconds))
    throw tokenError("ERR_JWT_EXPIRED", '"exp" claim timestamp check failed');
  if (nbf !== undefined && (typeof nbf !== "number" || nbf - clockToleranceSeconds > seconds))
    throw tokenError("ERR_JWT_CLAIM_VALIDATION_FAILED", '"nbf" claim timestamp check failed');
}

export const tokenError = (code: ClientErrorCode, message: string): PorchlightError =>
  createError("unauthenticated", code, message);

const malformedToken = (cause?: unknown) =>
  createError("invalid", "ERR_JWS_INVALID", "This is no signed token.", cause);

function readPart(part: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readBase64(part)));
  } catch (cause) {
    throw malformedToken(cause);
  }
  if (!isObject(value)) throw malformedToken();
  return value;
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** PEM, or PEM as base64 without line breaks. */
async function importKey(crypto: Crypto, key: string, hash: string): Promise<CryptoKey> {
  try {
    const pem = key.trim().includes("\n") ? key : atob(key.trim());
    const der = atob(pem.replace(/-----[^-]*-----|\s/g, ""));
    const bytes = Uint8Array.from(der, (letter) => letter.charCodeAt(0));
    return await crypto.subtle.importKey("spki", bytes, { name: "RSASSA-PKCS1-v1_5", hash }, false, ["verify"]);
  } catch (cause) {
    throw configurationError("PUBLIC_KEY_UNREADABLE", "The public key of the AppStrategy is no RSA key in PEM.", cause);
  }
}
