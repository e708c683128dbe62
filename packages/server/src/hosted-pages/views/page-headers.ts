import { randomBytes } from "node:crypto";

/** 128 random bits for one answer's `nonce` attributes. */
export const newNonce = () => randomBytes(16).toString("base64url");

/**
 * Headers of a page that the server draws itself. Nothing may frame it but `frameAncestor`, when there is one; nothing runs
 * in it but what carries `nonce`, and the scripts of a captcha's provider from `captchaSources`. Its forms end here, or at `formTarget`, an address that the answer to a form may redirect to.
 *
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
    // Older browsers know no frame-ancestors; they know no exception for one origin either.
    ...(frameAncestor === undefined ? { "cross-origin-opener-policy": "same-origin", "x-frame-options": "DENY" } : {}),
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** An address as a policy names its origin. What a policy has no word for, an app's own scheme or an IPv6 address, by its scheme. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) ? origin : protocol;
}
