import { hash } from "node:crypto";
import type { Context } from "hono";

export interface PublicText {
  text: string;
  contentType: string;
  /** Seconds. */
  maxAge: number;
}

/**
 * Responds with a public, cacheable text, or 304 if its `ETag` matches. There is no `Last-Modified`, because adding an
 * older post to a list or removing one changes no date.
 */
export function respondWithETag(context: Context, { text, contentType, maxAge }: PublicText) {
  const etag = entityTag(text);
  context.header("etag", etag);
  context.header("cache-control", `public, max-age=${maxAge}`);
  if (matchesEntityTag(context.req.header("if-none-match"), etag)) return context.body(null, 304);
  return context.body(text, 200, { "content-type": contentType });
}

/** Returns the strong entity tag of a text. Source: RFC 9110 §8.8.3. */
export function entityTag(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/**
 * Whether `If-None-Match` contains the tag, or its weak form, which compressing proxies send.
 * Source: RFC 9110 §13.1.2.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((candidate) => {
    const bare = candidate.trim().replace(/^W\//, "");
    return bare === tag || bare === "*";
  });
}
