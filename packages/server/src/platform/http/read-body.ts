import { maxDraftBytes } from "@porchlight/contract/blog/drafts/draft-values";
import { Refusal } from "../context/errors.ts";
import { documentJson, type JsonLimits, largeJson, parseJsonObject, smallJson } from "./parse-json.ts";

/** Limits of a request body. Source: security requirements §2.1. */
export interface BodyLimit extends JsonLimits {
  bytes: number;
}

const kibibyte = 1024;
export const bodyLimits = {
  /** Identity, tokens, redirects. */
  identity: { bytes: 64 * kibibyte, ...smallJson },
  /** Reads of the blog and of members. */
  content: { bytes: 1024 * kibibyte, ...largeJson },
  /** Submissions of forms. */
  submissions: { bytes: 1024 * kibibyte, ...smallJson },
  /** Bulk writes of items. */
  bulk: { bytes: 4 * 1024 * kibibyte, ...largeJson },
  /** An image of 1 MiB in Base64. */
  logo: { bytes: 1536 * kibibyte, ...smallJson },
  /** Drafts of posts. */
  drafts: { bytes: maxDraftBytes, ...documentJson },
} as const satisfies Record<string, BodyLimit>;

/**
 * Reads the JSON body of a request; `{}` if it is empty. Without a declared size, it is read up to the limit.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`.
 */
export async function readJsonBody(request: Request, limit: BodyLimit): Promise<Record<string, unknown>> {
  const bytes = await readBodyBytes(request, "application/json", limit.bytes);
  return bytes.length === 0 ? {} : parseJsonObject(bytes, limit);
}

/**
 * Reads the body of a request, which must be of this media type unless it is empty.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`.
 */
export async function readBodyBytes(request: Request, mediaType: string, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const bytes = declared <= maxBytes ? await readDeclared(request, maxBytes) : await readCounted(request, maxBytes);
  if (bytes.length === 0) return bytes;
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== mediaType) throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  return bytes;
}

/** Faster than reading the stream. A socket never delivers more than the declared size. */
async function readDeclared(request: Request, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer().catch(rejectBroken));
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

async function readCounted(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    rejectBroken();
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

const tooLarge = (limit: number) => new Refusal("PAYLOAD_TOO_LARGE", { limit });

function rejectBroken(): never {
  throw new Refusal("MALFORMED_REQUEST", { reason: "it broke off" });
}
