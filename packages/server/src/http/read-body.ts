import { Refusal } from "../errors.ts";
import { type JsonBounds, largeJson, parseJsonObject, smallJson } from "./parse-json.ts";

/** What a route takes. Source: security requirements §2.1. */
export interface BodyLimit extends JsonBounds {
  bytes: number;
}

const kibibyte = 1024;
export const bodyLimits = {
  /** Identity, tokens, redirects. */
  identity: { bytes: 64 * kibibyte, ...smallJson },
  /** Reads of the blog and of members. */
  content: { bytes: 1024 * kibibyte, ...largeJson },
} as const satisfies Record<string, BodyLimit>;

/**
 * The request's JSON body, `{}` when there is none. Counts while reading and stops at the limit.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`.
 */
export async function readJsonBody(request: Request, limit: BodyLimit): Promise<Record<string, unknown>> {
  const bytes = await readBodyOf(request, "application/json", limit.bytes);
  return bytes.length === 0 ? {} : parseJsonObject(bytes, limit);
}

/**
 * The body's bytes, if it is of this type; none when there is no body.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`.
 */
export async function readBodyOf(request: Request, mediaType: string, maximumBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maximumBytes)
    throw new Refusal("PAYLOAD_TOO_LARGE", { limit: maximumBytes });
  const bytes = await readBytes(request, maximumBytes);
  if (bytes.length === 0) return bytes;
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== mediaType) throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  return bytes;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal("MALFORMED_REQUEST", { reason: "it broke off" });
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw new Refusal("PAYLOAD_TOO_LARGE", { limit });
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
