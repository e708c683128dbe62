import { randomBytes } from "node:crypto";

/** 128 random bits, new for every answer. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

export interface PageHeaderOptions {
  readonly nonce: string;
  readonly publicUrl: string;
  readonly apiUrl: string;
  /** Whether the page tells something about one person, or depends on who asks. */
  readonly personal: boolean;
  /** Origins of the captcha's provider: its scripts draw frames and call home. */
  readonly captchaSources?: readonly string[] | undefined;
}

/** Headers of every HTML answer. Source: security requirements §6.1. */
export function pageHeaders(options: PageHeaderOptions): Headers {
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(options),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // The same address is another page for a member: a shared cache must not keep either.
    "Cache-Control": options.personal ? "private, no-store" : "private, no-cache",
    Vary: "Cookie, Accept-Encoding",
  });
  if (options.publicUrl.startsWith("https:")) {
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  return headers;
}

/**
 * Scripts run by nonce alone, but for those of a captcha's provider; the API's origin is admitted for calls and for the sign-in frame. Texts of
 * posts hold pages of others, in sandboxed frames that readers ask for.
 */
export function contentSecurityPolicy({
  nonce,
  publicUrl,
  apiUrl,
  captchaSources = [],
}: Omit<PageHeaderOptions, "personal">): string {
  const apiOrigin = new URL(apiUrl).origin;
  const api = apiOrigin === new URL(publicUrl).origin ? "" : ` ${apiOrigin}`;
  const captcha = captchaSources.map((source) => ` ${source}`).join("");
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${captcha}`,
    `style-src 'self' 'nonce-${nonce}'${captcha}`,
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "font-src 'self'",
    `connect-src 'self'${api}${captcha}`,
    `frame-src 'self' https:${api}${captcha}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
