import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { Refusal } from "../context/errors.ts";
import { isMediaId, type MediaStore, MediaWriteError, mediaIdOf, mediaTypeOf } from "./file-store.ts";
import { createS3Client, type S3Location } from "./s3-client.ts";

const retrySeconds = 5;
/** Files never change. A file removed by another node is found for this long. */
const sizeTtlMs = 60_000;

/** Stores files in a bucket, shared by all nodes. Source: Amazon S3 API; Signature Version 4. */
export function createS3Store(location: S3Location): MediaStore {
  const { request } = createS3Client(location);
  const sizes = new LRUCache<string, number>({ max: 10_000, ttl: sizeTtlMs });

  async function sizeOf(id: string): Promise<number | undefined> {
    const cached = sizes.get(id);
    if (cached !== undefined) return cached;
    const response = await request("HEAD", id);
    if (response.status === 404) return undefined;
    const size = Number(response.headers.get("content-length"));
    sizes.set(id, size);
    return size;
  }

  async function putObject(id: string, body: Blob | Uint8Array<ArrayBuffer>): Promise<void> {
    const type = mediaTypeOf(id) ?? "application/octet-stream";
    const response = await request("PUT", id, { body, headers: { "content-type": type } });
    await response.body?.cancel();
    // The bucket does not exist.
    if (!response.ok) throw new Error(`the store returned status ${response.status}`);
  }

  const rejectWrite = (cause: unknown): never => {
    throw new MediaWriteError("The file could not be stored.", { cause });
  };
  const rejectUnavailable = (): never => {
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  };

  async function* read(id: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const response = await request("GET", id, headers && { headers });
    if (!response.ok || !response.body) throw new Error("the file is gone");
    yield* response.body;
  }

  return {
    idOf: mediaIdOf,
    async put(image, owner) {
      const id = mediaIdOf(image, owner);
      try {
        if ((await sizeOf(id)) === image.bytes.length) return { id, isNew: false };
        await putObject(id, new Uint8Array(image.bytes));
      } catch (error) {
        return rejectWrite(error);
      }
      return { id, isNew: true };
    },
    async moveIn(path, id) {
      if (!isMediaId(id)) throw new TypeError(`"${id}" is not a file id`);
      await putObject(id, await openAsBlob(path)).catch(rejectWrite);
    },
    async find(id) {
      if (!isMediaId(id)) return undefined;
      const size = await sizeOf(id).catch(rejectUnavailable);
      if (size === undefined) return undefined;
      return {
        size,
        mediaType: mediaTypeOf(id)!,
        read: (range) => Readable.from(read(id, range), { objectMode: false }),
      };
    },
    async remove(id) {
      if (!isMediaId(id)) return;
      sizes.delete(id);
      await (await request("DELETE", id)).body?.cancel();
    },
  };
}

/** Writes, reads and removes a small file. @returns The problem, if any. */
export async function verifyS3(location: S3Location): Promise<string | undefined> {
  const store = createS3Store(location);
  // Not an image, but the extension makes the id valid.
  const probe = { bytes: Buffer.from("porchlight doctor"), extension: "png", width: 1, height: 1, isAnimated: false };
  try {
    const { id } = await store.put(probe, crypto.randomUUID());
    const found = await store.find(id);
    const read = found && (await buffer(found.read()));
    await store.remove(id);
    return read?.equals(probe.bytes) ? undefined : "a written file cannot be read";
  } catch (error) {
    const cause = error instanceof MediaWriteError ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}
