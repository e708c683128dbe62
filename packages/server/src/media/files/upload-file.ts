import { createHash, randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WireMediaFile } from "@porchlight/contract/media/media-file";
import type { Transaction } from "kysely";
import { createSemaphore } from "../../platform/concurrency/semaphore.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireAuthor, requireOwner } from "../../platform/identity/require-editor.ts";
import type { StaffCallers } from "../../platform/identity/staff-callers.ts";
import { readUploadToken, requireUploader } from "../../platform/identity/upload-tokens.ts";
import { cancelImageRemoval, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { incomingFolder, MediaWriteError } from "../../platform/storage/file-store.ts";
import { folderExists } from "../library/folders-store.ts";
import { replaceFile } from "../library/replace-file.ts";
import { lockChangeableFiles } from "./changeable-files.ts";
import { serializeMediaFile } from "./files.ts";
import { findFile, findFileIdByUpload, insertFile } from "./media-files-store.ts";
import { linkTtlMs, signFileUrl } from "./private-files.ts";
import { readUpload } from "./read-upload.ts";
import { receiveFile } from "./receive-file.ts";
import type { PlannedUpload } from "./upload-url.ts";

/** Much longer than a request may take. */
const removalDelaySeconds = 600;
const retrySeconds = 10;
const mebibyte = 1024 * 1024;

/** What uploads depend on. */
export type UploadContext = ServerContext & { staffCallers: StaffCallers };

/** Each upload uses a temporary file and a share of the bandwidth. */
const uploadSemaphore = createSemaphore({ maxConcurrent: 32, maxQueued: 0 });

/**
 * Stores the file uploaded to a URL of `generateUploadUrl`, atomically and once. The caller who requested the URL must
 * still be allowed to upload files.
 *
 * @throws {Refusal} `UPLOAD_URL_INVALID`, `NOT_ALLOWED`; `UPLOAD_URL_USED` with the `fileId` of the earlier upload;
 * `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`, `PAYLOAD_TOO_LARGE`; `UNAVAILABLE` if the file cannot be stored.
 */
export async function uploadFile(
  context: UploadContext,
  token: string,
  request: Request,
): Promise<{ file: WireMediaFile }> {
  const upload = readUploadToken<PlannedUpload>(context, "upload", token);
  await findUploader(context, upload);
  await requireUnused(context, upload);
  try {
    return await uploadSemaphore.run(() => storeUpload(context, upload, request));
  } catch (error) {
    if (!(error instanceof MediaWriteError)) throw error;
    context.log.error({ event: "media-unwritable", reason: reasonOf(error) }, "a file could not be stored");
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  }
}

/**
 * Stores a file for the owner. The same bytes with the same name are stored once, until they are deleted.
 *
 * @throws {Refusal} `FILE_TYPE_REFUSED`, `FILE_DAMAGED`, `FILE_EMPTY`, `PAYLOAD_TOO_LARGE`. @throws {MediaWriteError}
 */
export async function uploadBytes(
  context: UploadContext,
  caller: Caller,
  { filename, bytes, altText = "" }: { filename: string; bytes: Uint8Array<ArrayBuffer>; altText?: string },
): Promise<WireMediaFile> {
  requireOwner(caller);
  const hash = createHash("sha256").update(filename).update("\0").update(bytes).digest("hex");
  // A UUID of version 8, whose bits are up to the implementation. Source: RFC 9562, section 5.8.
  const uploadId = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  const { db, site } = context;
  const fileId = await findFileIdByUpload(db, site.id, uploadId);
  const row = fileId === undefined ? undefined : await findFile(db, site.id, fileId);
  if (row) return serializeMediaFile(context, row);
  const upload: PlannedUpload = { uploadId, displayName: filename, altText, expiresAt: 0, caller };
  const request = new Request(context.config.publicUrl, { method: "PUT", body: bytes });
  return (await storeUpload(context, upload, request)).file;
}

/**
 * The person or program that requested the URL, with their current rights; `undefined` for files of forms.
 *
 * @throws {Refusal} `UPLOAD_URL_INVALID` if the account or key no longer exists, `NOT_ALLOWED`.
 */
async function findUploader(context: UploadContext, { formId, caller }: PlannedUpload): Promise<Caller | undefined> {
  return formId === undefined ? requireUploader(context, caller, requireAuthor) : undefined;
}

async function requireUnused({ db, site }: ServerContext, { uploadId }: PlannedUpload): Promise<void> {
  const fileId = await findFileIdByUpload(db, site.id, uploadId);
  if (fileId !== undefined) throw new Refusal("UPLOAD_URL_USED", { fileId });
}

async function storeUpload(
  context: UploadContext,
  upload: PlannedUpload,
  request: Request,
): Promise<{ file: WireMediaFile }> {
  const { db, media, config } = context;
  const siteId = context.site.id;
  const { uploadMebibytes } = await context.settings.read();
  const received = await receiveFile(request, join(config.mediaDir, incomingFolder), uploadMebibytes * mebibyte);
  try {
    const { image, kind } = await readUpload(received);
    // The upload may have taken long.
    const uploader = await findUploader(context, upload);
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
      const contents = {
        id,
        upload_id: upload.uploadId,
        display_name: upload.displayName,
        media_type: kind.mediaType,
        mime_type: kind.mimeType,
        bytes: image?.bytes.length ?? received.size,
        width: image?.width ?? null,
        height: image?.height ?? null,
        updated_at: at,
      };
      if (uploader && upload.replacesFileId) await lockChangeableFiles(tx, siteId, uploader, [upload.replacesFileId]);
      const row = upload.replacesFileId
        ? await replaceFile(tx, siteId, upload.replacesFileId, contents)
        : await insertFile(tx, { ...contents, ...(await describe(tx, siteId, upload)), created_at: at });
      // A rejected upload leaves its removal scheduled.
      if (row && !(await cancelImageRemoval(tx, siteId, removalId))) throw new Refusal("UNAVAILABLE", {}, retrySeconds);
      return row;
    });
    if (upload.replacesFileId) {
      context.settings.invalidate();
      context.wakeOutbox();
    }
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

/** What the upload URL determines about a new file. */
async function describe(
  tx: Transaction<Tables>,
  siteId: string,
  { altText, folderId, formId, uploader }: PlannedUpload,
) {
  // The folder may have been deleted since.
  const isInFolder = folderId !== undefined && (await folderExists(tx, siteId, folderId));
  return {
    site_id: siteId,
    alt_text: altText,
    ...(isInFolder && { folder_id: folderId }),
    ...(formId !== undefined && { form_id: formId }),
    ...(uploader && { uploader_kind: uploader.kind, uploader_id: uploader.id }),
  };
}

function rejectUnwritten(cause: unknown): never {
  throw new MediaWriteError("The file could not be stored.", { cause });
}

function reasonOf({ cause }: Error): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
