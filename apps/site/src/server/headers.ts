import { randomBytes } from "node:crypto";

/** 128 random bits, new for every response. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

export interface PageHeaderOptions {
  readonly nonce: string;
  readonly publicUrl: string;
  readonly apiUrl: string;
  /** Whether the page contains personal data or depends on the reader. */
  readonly personal: boolean;
  /** Whether the console, which has the same origin, may show the page in a frame. */
  readonly isFramed?: boolean | undefined;
  /** Origins of the captcha provider, for its scripts, frames and requests. */
  readonly captchaSources?: readonly string[] | undefined;
}

/** Headers of every HTML response. Source: security requirements §6.1. */
export function pageHeaders(options: PageHeaderOptions): Headers {
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(options),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": options.isFramed ? "SAMEORIGIN" : "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // The same URL differs between readers, so shared caches must not store it.
    "Cache-Control": options.personal ? "private, no-store" : "private, no-cache",
    Vary: "Cookie, Accept-Encoding",
  });
  if (options.publicUrl.startsWith("https:")) {
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  return headers;
}

/**
 * Scripts require the nonce, except those of a captcha provider; the API's origin is allowed for requests and the
 * sign-in frame. Posts embed external pages in sandboxed frames on request.
 */
export function contentSecurityPolicy({
  nonce,
  publicUrl,
  apiUrl,
  captchaSources = [],
  isFramed = false,
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
    // Browsers apply it to redirects of forms, and signing out leads through the hosted pages.
    `form-action 'self'${api}`,
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors '${isFramed ? "self" : "none"}'`,
  ].join("; ");
}
