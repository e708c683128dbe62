import { createHash } from "node:crypto";
import type { RequestContext } from "./serve.ts";

export interface PublicText {
  text: string;
  contentType: string;
  /** When what it tells last changed; seconds count. */
  lastModified?: Date | undefined;
  /** Seconds that caches may keep it without asking. */
  maxAge: number;
}

/** Answers what everybody may see and keep: with `ETag` and `Last-Modified`, and 304 for those who have it already. */
export function answerPublicText(context: RequestContext, { text, contentType, lastModified, maxAge }: PublicText) {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  context.header("etag", etag);
  context.header("cache-control", `public, max-age=${maxAge}`);
  if (lastModified) context.header("last-modified", lastModified.toUTCString());
  if (isUnchanged(context.req.raw.headers, etag, lastModified)) return context.body(null, 304);
  return context.body(text, 200, { "content-type": contentType });
}

/** Whether the caller has this very answer. `If-Modified-Since` counts only without `If-None-Match`. Source: RFC 9110 §13.2.2. */
export function isUnchanged(headers: Headers, etag: string, lastModified: Date | undefined): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((value) => value.trim() === "*" || value.trim().replace(/^W\//, "") === etag);
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  // Equal, not earlier: what was taken away makes the newest date an older one. HTTP dates have whole seconds.
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 === since;
}
