import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { LRUCache } from "lru-cache";
import { Refusal } from "../context/errors.ts";
import { isMediaId, type MediaStore, MediaWriteError, mediaIdOf, mediaTypeOf } from "./file-store.ts";

/** Until the answer begins; what follows may take as long as its reader. */
const responseTimeoutMs = 10_000;
const uploadTimeoutMs = 120_000;
const retrySeconds = 5;
/** Files do not change; one that was removed by another node is shown this long at most. */
const sizeTtlMs = 60_000;

/** Files in a bucket, for any number of nodes. Source: Amazon S3 API; Signature Version 4. */
export function createS3Store(location: S3Location): MediaStore {
  const { accessKeyId, secretAccessKey, region } = location;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const sizes = new LRUCache<string, number>({ max: 10_000, ttl: sizeTtlMs });

  async function request(method: string, id: string, waitMs: number, more: RequestInit = {}): Promise<Response> {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), waitMs);
    try {
      const answer = await client.fetch(`${location.url}/${id}`, { ...more, method, signal: given.signal });
      if (answer.ok || answer.status === 404) return answer;
      await answer.body?.cancel();
      throw new Error(`the store answered ${answer.status}`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function sizeOf(id: string): Promise<number | undefined> {
    const cached = sizes.get(id);
    if (cached !== undefined) return cached;
    const answer = await request("HEAD", id, responseTimeoutMs);
    if (answer.status === 404) return undefined;
    const size = Number(answer.headers.get("content-length"));
    sizes.set(id, size);
    return size;
  }

  async function putObject(id: string, body: Blob | Uint8Array<ArrayBuffer>): Promise<void> {
    const type = mediaTypeOf(id) ?? "application/octet-stream";
    const answer = await request("PUT", id, uploadTimeoutMs, { body, headers: { "content-type": type } });
    await answer.body?.cancel();
    // A bucket that is not there.
    if (!answer.ok) throw new Error(`the store answered ${answer.status}`);
  }

  const rejectWrite = (cause: unknown): never => {
    throw new MediaWriteError("The file could not be kept.", { cause });
  };
  const rejectUnavailable = (): never => {
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  };

  async function* read(id: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const answer = await request("GET", id, responseTimeoutMs, headers && { headers });
    if (!answer.ok || !answer.body) throw new Error("the file is gone");
    yield* answer.body as ReadableStream<Uint8Array>;
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
      if (!isMediaId(id)) throw new TypeError(`"${id}" is no id of a file`);
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
      await (await request("DELETE", id, responseTimeoutMs)).body?.cancel();
    },
  };
}

/** Why files would not be kept in this bucket; `undefined` when all is well: a small one was written, read and removed. */
export async function verifyS3(location: S3Location): Promise<string | undefined> {
  const store = createS3Store(location);
  // Not a picture, but called as one: nothing of that name is made otherwise.
  const probe = { bytes: Buffer.from("porchlight doctor"), extension: "png", width: 1, height: 1, isAnimated: false };
  try {
    const { id } = await store.put(probe, crypto.randomUUID());
    const found = await store.find(id);
    const read = found && (await buffer(found.read()));
    await store.remove(id);
    return read?.equals(probe.bytes) ? undefined : "what was written cannot be read";
  } catch (error) {
    const cause = error instanceof MediaWriteError ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** Address of the bucket, and of a folder in it, without a slash at the end. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
