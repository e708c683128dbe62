import { randomBytes } from "node:crypto";

/** 128 random bits for one answer's `nonce` attributes. */
export const newNonce = () => randomBytes(16).toString("base64url");

/**
 * Headers of a page that the server draws itself. Nothing may frame it but `frameAncestor`, when there is one; nothing runs
 * in it but what carries `nonce`.
 *
 * Source: security requirements §6.1.
 */
export function pageHeaders({
  publicUrl,
  nonce,
  frameAncestor,
}: {
  publicUrl: string;
  nonce: string;
  frameAncestor?: string;
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestor ?? "'none'"}`,
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Older browsers know no frame-ancestors; they know no exception for one origin either.
    ...(frameAncestor === undefined ? { "cross-origin-opener-policy": "same-origin", "x-frame-options": "DENY" } : {}),
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
