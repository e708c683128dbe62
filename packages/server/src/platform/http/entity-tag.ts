import { hash } from "node:crypto";
import type { HonoContext } from "./serve.ts";

export interface PublicText {
  text: string;
  contentType: string;
  /** Seconds that caches may keep it without asking. */
  maxAge: number;
}

/**
 * Answers what everybody may see and keep: with an `ETag`, and 304 for those who have it already. There is no `Last-Modified`: no
 * date of a list moves when an older post comes into it or one is taken away, and who asked by date alone would never be told.
 */
export function respondWithETag(context: HonoContext, { text, contentType, maxAge }: PublicText) {
  const etag = entityTag(text);
  context.header("etag", etag);
  context.header("cache-control", `public, max-age=${maxAge}`);
  if (matchesEntityTag(context.req.header("if-none-match"), etag)) return context.body(null, 304);
  return context.body(text, 200, { "content-type": contentType });
}

/** The strong entity tag of an answer: one for each text. Source: RFC 9110 §8.8.3. */
export function entityTag(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/**
 * Whether `If-None-Match` names the tag. Proxies that compress an answer make its tag a weak one, which counts as the same.
 * Source: RFC 9110 §13.1.2.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((listed) => {
    const bare = listed.trim().replace(/^W\//, "");
    return bare === tag || bare === "*";
  });
}
