import { entityTag, matchesEntityTag } from "./entity-tag.ts";
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
