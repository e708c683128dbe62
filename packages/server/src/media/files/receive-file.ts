import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Refusal } from "../../platform/context/errors.ts";
import { openUploadBody } from "../../platform/http/upload-body.ts";
import { createFolder, MediaWriteError } from "../../platform/storage/file-store.ts";

export interface ReceivedFile {
  path: string;
  size: number;
}

/**
 * Streams a request body to a temporary file, which the caller removes.
 *
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE` for a compressed body, `MALFORMED_REQUEST` for an
 * aborted one, `FILE_EMPTY`.
 * @throws {MediaWriteError} if the disk is full or the folder cannot be written.
 */
export async function receiveFile(request: Request, folder: string, maxBytes: number): Promise<ReceivedFile> {
  const body = openUploadBody(request, maxBytes);
  const path = join(folder, randomUUID());
  let size = 0;
  try {
    await createFolder(folder);
    await pipeline(
      async function* () {
        for await (const chunk of body) {
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: "wx", flush: true }),
    );
    if (size === 0) throw new Refusal("FILE_EMPTY");
    return { path, size };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Refusal) throw error;
    throw new MediaWriteError("The file could not be stored.", { cause: error });
  }
}
