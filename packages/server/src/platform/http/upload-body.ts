import { Refusal } from "../context/errors.ts";

/**
 * Returns the bytes of an upload, whose size and encoding it checks.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, also while reading; `UNSUPPORTED_MEDIA_TYPE` for a compressed body;
 * `MALFORMED_REQUEST`, while reading, for an interrupted one.
 */
export function openUploadBody(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw new Refusal("PAYLOAD_TOO_LARGE", { limit: maxBytes });
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  return readBody(request.body, maxBytes);
}

async function* readBody(body: AsyncIterable<Uint8Array> | null, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (!body) return;
  let size = 0;
  for await (const chunk of receivedChunks(body)) {
    size += chunk.length;
    if (size > maxBytes) throw new Refusal("PAYLOAD_TOO_LARGE", { limit: maxBytes });
    yield chunk;
  }
}

/** Separates errors of the connection from errors of the reader. */
async function* receivedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    throw new Refusal("MALFORMED_REQUEST", { reason: "it broke off" });
  }
}

/** Splits bytes into chunks of `chunkBytes`; the last one may be smaller. */
export async function* toChunks(chunks: AsyncIterable<Uint8Array>, chunkBytes: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (let chunk of chunks) {
    while (size + chunk.length >= chunkBytes) {
      const taken = chunk.subarray(0, chunkBytes - size);
      yield Buffer.concat([...parts, taken]);
      chunk = chunk.subarray(taken.length);
      parts = [];
      size = 0;
    }
    if (chunk.length > 0) parts.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield Buffer.concat(parts);
}
