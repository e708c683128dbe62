import { randomBytes } from "node:crypto";

/** 128 random bits for the `nonce` of one response. */
export const newNonce = () => randomBytes(16).toString("base64url");

/**
 * Security headers of a hosted page. Only `frameAncestor` may embed it; only scripts with `nonce` and those of
 * `captchaSources` run; forms may only be submitted to this server and redirected to `formTarget`.
 * Source: security requirements §6.1.
 */
export function pageHeaders({
  publicUrl,
  nonce,
  frameAncestor,
  formTarget,
  captchaSources = [],
}: {
  publicUrl: string;
  nonce: string;
  frameAncestor?: string | undefined;
  formTarget?: string | undefined;
  captchaSources?: readonly string[] | undefined;
}): Record<string, string> {
  const captcha = captchaSources.map((source) => ` ${source}`).join("");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${captcha}`,
    `style-src 'nonce-${nonce}'${captcha}`,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${captcha}`,
    ...(captcha === "" ? [] : [`frame-src${captcha}`]),
    formTarget === undefined ? "form-action 'self'" : `form-action 'self' ${sourceOf(formTarget)}`,
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
    // For browsers without `frame-ancestors`, which cannot allow a single origin.
    ...(frameAncestor === undefined ? { "cross-origin-opener-policy": "same-origin", "x-frame-options": "DENY" } : {}),
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** The CSP source of a URL: its origin, or its scheme for custom schemes and IPv6 addresses, which CSP cannot name. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) ? origin : protocol;
}
