import { Readable } from "node:stream";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import { matchesEntityTag } from "../../platform/http/entity-tag.ts";
import type { App, HonoContext } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { imageFormats } from "../../platform/storage/read-image.ts";
import { parseRendition } from "../../platform/storage/renderer/rendition.ts";
import { createFileAccess } from "../files/private-files.ts";
import { redirectToReplacement } from "../library/replace-file.ts";
import { getSizedImage } from "./get-sized-image.ts";

/**
 * `/media/{id}/v1/fit/w_640` and `/media/{id}/v1/fill/w_640,h_360`: public images in other sizes. A name may follow.
 */
export function sizeRoutes(app: App, context: ServerContext): void {
  const accessTo = createFileAccess(context);
  const respond = async (c: HonoContext) => {
    context.limits.countRead(`media ${c.get("address")}`);
    const { id = "", mode = "", size = "" } = c.req.param();
    const rendition = parseRendition(mode, size);
    if (!rendition) throw new Refusal("IMAGE_SIZE_UNKNOWN");
    // Files of submissions are only served as they are.
    if ((await accessTo(id, new URLSearchParams())) !== "public") throw new Refusal("NOT_FOUND");
    const sized = await getSizedImage(context, id, rendition, c.req.header("accept"));
    if (!sized) return redirectToReplacement(c, context, id);
    c.header("etag", sized.tag);
    // A cropped image depends on its focal point, which may change.
    const caching = rendition.height === undefined ? "max-age=31536000, immutable" : "max-age=3600";
    c.header("cache-control", `public, ${caching}`);
    c.header("content-security-policy", "sandbox; default-src 'none'");
    c.header("cross-origin-resource-policy", "cross-origin");
    if (!rendition.encoding) c.header("vary", "Accept");
    if (matchesEntityTag(c.req.header("if-none-match"), sized.tag)) return c.body(null, 304);
    const { mediaType, size: length } = "original" in sized ? sized.original : metadataOf(sized.bytes);
    c.header("content-type", mediaType);
    c.header("content-length", String(length));
    if (c.req.method === "HEAD") return c.body(null);
    return c.body(
      "original" in sized ? (Readable.toWeb(sized.original.read()) as ReadableStream) : new Uint8Array(sized.bytes),
    );
  };
  app.get(`${mediaPath}:id/v1/:mode/:size`, respond);
  app.get(`${mediaPath}:id/v1/:mode/:size/:name`, respond);
}

function metadataOf(bytes: Buffer): { mediaType: string; size: number } {
  return { mediaType: imageFormats.find(({ matches }) => matches(bytes))?.mediaType ?? "", size: bytes.length };
}
