import { Readable } from "node:stream";
import type { Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { isAmongTags } from "../platform/http/entity-tag.ts";
import type { App, RequestContext } from "../platform/http/serve.ts";
import { readByteRange } from "../platform/storage/byte-range.ts";
import { mediaPath } from "../platform/storage/file-store.ts";
import { savedName } from "../platform/storage/saved-name.ts";

/** What browsers may show in a page of its own; everything else they are told to save. Source: security requirements §6.6. */
const shown = /^(?:image|video)\/|^application\/pdf$/;

/**
 * `/media/{id}`: files, for everybody. An id is one for its bytes, so that an answer may be kept for ever. What follows the id is the
 * name under which a browser saves the file. Source: security requirements §6.6.
 */
export function mediaRoutes(app: App, deps: Deps): void {
  const answer = async (context: RequestContext) => {
    // Apart from the reads of data: a page has many pictures.
    deps.limits.countRead(`media ${context.get("address")}`);
    const id = context.req.param("id") ?? "";
    const file = await deps.media.find(id);
    if (!file) throw new Refusal("NOT_FOUND");
    const tag = `"${id.slice(0, id.indexOf("."))}"`;
    context.header("etag", tag);
    context.header("cache-control", "public, max-age=31536000, immutable");
    context.header("content-security-policy", "sandbox; default-src 'none'");
    context.header("cross-origin-resource-policy", "cross-origin");
    context.header("accept-ranges", "bytes");
    if (isAmongTags(context.req.header("if-none-match"), tag)) return context.body(null, 304);

    const range = readByteRange(rangeWanted(context, tag), file.size);
    if (range === "unsatisfiable") {
      context.header("cache-control", "no-store");
      context.header("content-range", `bytes */${file.size}`);
      throw new Refusal("RANGE_NOT_SATISFIABLE");
    }
    context.header("content-type", file.mediaType);
    context.header("content-disposition", dispositionOf(file.mediaType, context.req.param("name")));
    const length = range === "whole" ? file.size : range.end - range.start + 1;
    context.header("content-length", String(length));
    if (range !== "whole") context.header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
    const status = range === "whole" ? 200 : 206;
    if (context.req.method === "HEAD") return context.body(null, status);
    const stream = range === "whole" ? file.read() : file.read(range);
    return context.body(Readable.toWeb(stream) as ReadableStream, status);
  };
  app.get(`${mediaPath}:id`, answer);
  app.get(`${mediaPath}:id/:name`, answer);
}

/** Source: RFC 6266 §4, RFC 8187 §3.2. */
function dispositionOf(mediaType: string, name = ""): string {
  const kind = shown.test(mediaType) ? "inline" : "attachment";
  const safe = savedName(name);
  if (safe === "") return kind;
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/** A range of another file than the one that the caller began with is of no use to them. Source: RFC 9110 §13.1.5. */
function rangeWanted(context: RequestContext, tag: string): string | undefined {
  const condition = context.req.header("if-range");
  return condition === undefined || condition === tag ? context.req.header("range") : undefined;
}
