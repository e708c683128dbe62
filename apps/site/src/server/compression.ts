import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Below this, in bytes, the headers weigh as much as what is saved. */
const smallest = 1024;

/**
 * The page's bytes, compressed when the request takes it; sets the headers that say so.
 * A page with a member's data stays as it is, so that its length tells nothing about it beside what an address adds.
 */
export function compressPage(html: string, request: Request, headers: Headers): Uint8Array<ArrayBuffer> {
  const page = Buffer.from(html);
  const personal = headers.get("Cache-Control")?.includes("no-store");
  const accepted = request.headers.get("Accept-Encoding");
  let body = page;
  if (!personal && page.byteLength >= smallest) {
    if (acceptsEncoding(accepted, "br")) {
      body = brotliCompressSync(page, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: page.byteLength },
      });
      headers.set("Content-Encoding", "br");
    } else if (acceptsEncoding(accepted, "gzip")) {
      body = gzipSync(page);
      headers.set("Content-Encoding", "gzip");
    }
  }
  headers.set("Content-Length", String(body.byteLength));
  return new Uint8Array(body);
}

/** Whether a request takes this content coding. Source: RFC 9110 §12.5.3. */
export function acceptsEncoding(header: string | null, name: string): boolean {
  let wildcard = false;
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [coding, ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const wanted = quality === undefined || Number(quality) > 0;
    if (coding === name) return wanted;
    if (coding === "*") wildcard = wanted;
  }
  return wildcard;
}
