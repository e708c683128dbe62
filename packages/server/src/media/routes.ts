import { Readable } from "node:stream";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { Refusal } from "../platform/context/errors.ts";
import { matchesEntityTag } from "../platform/http/entity-tag.ts";
import type { App, HonoContext } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { toFileName } from "../platform/storage/file-kinds.ts";
import { parseByteRange } from "../platform/storage/file-store.ts";
import { createFileAccess } from "./files/private-files.ts";
import { redirectToReplacement } from "./library/replace-file.ts";

/** Types that browsers may display; they download all others. Source: security requirements §6.6. */
const inlineTypes = /^(?:image|video)\/|^application\/pdf$/;

/**
 * `/media/{id}`: public files, and files of submissions by a signed URL. An id identifies immutable bytes, so public
 * files are cached permanently. A name after the id is the file name for downloads.
 * Source: security requirements §6.6.
 */
export function mediaRoutes(app: App, context: ServerContext): void {
  const accessTo = createFileAccess(context);
  const respond = async (c: HonoContext) => {
    // Separate from other reads: a page has many images.
    context.limits.countRead(`media ${c.get("address")}`);
    const id = c.req.param("id") ?? "";
    const file = await context.media.find(id);
    if (!file) return redirectToReplacement(c, context, id);
    const access = await accessTo(id, new URL(c.req.url).searchParams);
    if (access === "none") throw new Refusal("NOT_FOUND");
    const tag = `"${id.slice(0, id.indexOf("."))}"`;
    c.header("etag", tag);
    c.header("cache-control", access === "public" ? "public, max-age=31536000, immutable" : "private, no-store");
    c.header("content-security-policy", "sandbox; default-src 'none'");
    c.header("cross-origin-resource-policy", "cross-origin");
    if (access === "signed") c.header("referrer-policy", "no-referrer");
    c.header("accept-ranges", "bytes");
    if (matchesEntityTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);

    const range = parseByteRange(requestedRange(c, tag), file.size);
    if (range === "unsatisfiable") {
      c.header("cache-control", "no-store");
      c.header("content-range", `bytes */${file.size}`);
      throw new Refusal("RANGE_NOT_SATISFIABLE");
    }
    c.header("content-type", file.mediaType);
    c.header("content-disposition", contentDisposition(file.mediaType, c.req.param("name")));
    const length = range === "whole" ? file.size : range.end - range.start + 1;
    c.header("content-length", String(length));
    if (range !== "whole") c.header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
    const status = range === "whole" ? 200 : 206;
    if (c.req.method === "HEAD") return c.body(null, status);
    const stream = range === "whole" ? file.read() : file.read(range);
    return c.body(Readable.toWeb(stream) as ReadableStream, status);
  };
  app.get(`${mediaPath}:id`, respond);
  app.get(`${mediaPath}:id/:name`, respond);
}

/** Source: RFC 6266 §4, RFC 8187 §3.2. */
function contentDisposition(mediaType: string, name = ""): string {
  const kind = inlineTypes.test(mediaType) ? "inline" : "attachment";
  const safe = toFileName(name);
  if (safe === "") return kind;
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/** Ignores the range if the file is not the one that the client has a part of. Source: RFC 9110 §13.1.5. */
function requestedRange(c: HonoContext, tag: string): string | undefined {
  const condition = c.req.header("if-range");
  return condition === undefined || condition === tag ? c.req.header("range") : undefined;
}
