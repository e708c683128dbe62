import { Writable } from "node:stream";
import { readElement, type S3Client } from "./s3-client.ts";

const minPartBytes = 16 * 1024 * 1024;
/** Below the maximum of 10,000, because the size is an estimate. Source: Amazon S3, "Multipart upload limits". */
const maxParts = 8_000;

/**
 * Uploads an object of unknown size in parts. A failed upload leaves nothing.
 *
 * @param write Calls `open` with an estimated number of bytes, and writes to the stream that it returns until its end.
 * @throws {Error} if the store rejects a part.
 */
export async function uploadInParts(
  { request }: S3Client,
  name: string,
  write: (open: (total: number) => Promise<Writable>) => Promise<void>,
): Promise<void> {
  const created = await request("POST", `${name}?uploads=`);
  const id = readElement(await created.text(), "UploadId");
  if (!created.ok || id === undefined) throw new Error(`the store returned status ${created.status}`);
  const query = `uploadId=${encodeURIComponent(id)}`;
  const tags: string[] = [];
  const uploadPart = async (body: Uint8Array<ArrayBuffer>) => {
    const number = tags.length + 1;
    const response = await request("PUT", `${name}?partNumber=${number}&${query}`, { body });
    await response.body?.cancel();
    const tag = response.headers.get("etag");
    if (!response.ok || tag === null) throw new Error(`the store returned status ${response.status}`);
    tags.push(tag);
  };
  try {
    await write(async (total) => writeParts(Math.max(minPartBytes, Math.ceil(total / maxParts)), uploadPart));
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const completed = await request("POST", `${name}?${query}`, { body });
    // An error may follow the status 200.
    if (!(await completed.text()).includes("CompleteMultipartUploadResult"))
      throw new Error("the store did not complete the upload");
  } catch (error) {
    await request("DELETE", `${name}?${query}`).catch(() => undefined);
    throw error;
  }
}

/** A stream that passes parts of `size` bytes and a smaller last one to `upload`. */
function writeParts(size: number, upload: (part: Uint8Array<ArrayBuffer>) => Promise<void>): Writable {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  const flush = async () => {
    const part = new Uint8Array(Buffer.concat(chunks));
    chunks = [];
    bytes = 0;
    await upload(part);
  };
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < size) return done();
      flush().then(() => done(), done);
    },
    final(done) {
      if (bytes === 0) return done();
      flush().then(() => done(), done);
    },
  });
}
