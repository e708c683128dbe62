import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WireMediaFile } from "@porchlight/contract/media/media-file";
import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { cancelImageRemoval, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { incomingFolder, MediaWriteError } from "../../platform/storage/file-store.ts";
import { serializeMediaFile } from "./files.ts";
import { findFileIdByUpload, insertFile } from "./media-files-store.ts";
import { linkTtlMs, signFileUrl } from "./private-files.ts";
import { readUpload } from "./read-upload.ts";
import { receiveFile } from "./receive-file.ts";
import { type PlannedUpload, parseUploadToken } from "./upload-url.ts";

/** Much longer than a request may take. */
const removalDelaySeconds = 600;
const retrySeconds = 10;
const mebibyte = 1024 * 1024;

/** Each upload uses a temporary file and a share of the bandwidth. */
const uploadSemaphore = createSemaphore({ maxConcurrent: 32, maxQueued: 0 });

/**
 * Stores the file uploaded to a URL of `generateUploadUrl`, atomically and once.
 *
 * @throws {Refusal} `UPLOAD_URL_INVALID`; `UPLOAD_URL_USED` with the `fileId` of the earlier upload;
 * `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`, `PAYLOAD_TOO_LARGE`; `UNAVAILABLE` if the file cannot be stored.
 */
export async function uploadFile(
  context: ServerContext,
  token: string,
  request: Request,
): Promise<{ file: WireMediaFile }> {
  const upload = parseUploadToken(context, token);
  await requireUnused(context, upload);
  try {
    return await uploadSemaphore.run(() => storeUpload(context, upload, request));
  } catch (error) {
    if (!(error instanceof MediaWriteError)) throw error;
    context.log.error({ event: "media-unwritable", reason: reasonOf(error) }, "a file could not be stored");
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  }
}

async function requireUnused({ db, site }: ServerContext, { uploadId }: PlannedUpload): Promise<void> {
  const fileId = await findFileIdByUpload(db, site.id, uploadId);
  if (fileId !== undefined) throw new Refusal("UPLOAD_URL_USED", { fileId });
}

async function storeUpload(
  context: ServerContext,
  upload: PlannedUpload,
  request: Request,
): Promise<{ file: WireMediaFile }> {
  const { db, media, config } = context;
  const siteId = context.site.id;
  const { uploadMebibytes } = await context.settings.read();
  const received = await receiveFile(request, join(config.mediaDir, incomingFolder), uploadMebibytes * mebibyte);
  try {
    const { image, kind } = await readUpload(received);
    if (image) await writeFile(received.path, image.bytes, { flush: true }).catch(rejectUnwritten);
    const id = `${randomBytes(16).toString("hex")}.${kind.extension}`;
    // Scheduled for removal until its row exists, so that no file is orphaned.
    const removalId = await db
      .transaction()
      .execute((tx) =>
        enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: id }, context.now(), removalDelaySeconds),
      );
    await media.moveIn(received.path, id);
    const row = await db.transaction().execute(async (tx) => {
      const at = context.now();
      const row = await insertFile(tx, {
        site_id: siteId,
        id,
        upload_id: upload.uploadId,
        display_name: upload.displayName,
        media_type: kind.mediaType,
        mime_type: kind.mimeType,
        bytes: image?.bytes.length ?? received.size,
        width: image?.width ?? null,
        height: image?.height ?? null,
        alt_text: upload.altText,
        ...(upload.formId !== undefined && { form_id: upload.formId }),
        ...(upload.uploader && { uploader_kind: upload.uploader.kind, uploader_id: upload.uploader.id }),
        created_at: at,
        updated_at: at,
      });
      // A rejected upload leaves its removal scheduled.
      if (row && !(await cancelImageRemoval(tx, siteId, removalId))) throw new Refusal("UNAVAILABLE", {}, retrySeconds);
      return row;
    });
    if (!row) {
      await requireUnused(context, upload);
      // The earlier upload was deleted.
      throw new Refusal("UPLOAD_URL_USED");
    }
    const file = serializeMediaFile(context, row);
    return { file: upload.formId === undefined ? file : { ...file, url: signFileUrl(context, row, linkTtlMs) } };
  } finally {
    await rm(received.path, { force: true });
  }
}

function rejectUnwritten(cause: unknown): never {
  throw new MediaWriteError("The file could not be stored.", { cause });
}

function reasonOf({ cause }: Error): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
