import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Smaller pages do not benefit from compression, in bytes. */
const smallest = 1024;

/**
 * Compresses a page if the request accepts it, and sets the headers. Pages with a member's data stay uncompressed, so
 * that their length does not reveal whether it contains parts of the URL (BREACH).
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

/** Whether a request accepts this content coding. Source: RFC 9110 §12.5.3. */
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
