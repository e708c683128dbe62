import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type ImportJob,
  type ImportResponse,
  maxBlogFileBytes,
  type UploadImportResponse,
} from "@porchlight/contract/blog/imports/import-job";
import type { uploadImportRequest } from "@porchlight/contract/blog/imports/schema";
import type { UploadedFile } from "@porchlight/importers/open-source";
import type * as z from "zod";
import { createSemaphore } from "../../../platform/concurrency/semaphore.ts";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { openUploadBody, toChunks } from "../../../platform/http/upload-body.ts";
import { requireOwner } from "../../../platform/identity/require-editor.ts";
import { readUploadToken, requireUploader, signUpload } from "../../../platform/identity/upload-tokens.ts";
import { createFolder, incomingFolder } from "../../../platform/storage/file-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { claimImportFile, finishImportFile, insertImportChunk, readImportFile } from "./import-file-store.ts";
import { type ImportLease, insertImport, isImportLeaseValid } from "./imports-store.ts";

/** Base path of uploads; the ID of the import follows. */
export const importPath = "/_api/porchlight/v1/blog/imports/";

/** Validity of the URL of an upload. */
const uploadTtlMs = 60 * 60_000;
const chunkBytes = 256 * 1024;
const uploads = createSemaphore({ maxConcurrent: 2, maxQueued: 8 });

/** The file that an upload URL accepts. */
interface PlannedFile {
  importId: string;
  /** Who requested the URL. */
  caller: Caller;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Prepares the check of a file, which starts when the file is uploaded. @throws {Refusal} `NOT_ALLOWED`. */
export async function uploadImport(
  context: BlogContext,
  { caller }: Requester,
  { body: { filename, format, pages, blog, settings } }: z.output<typeof uploadImportRequest>,
): Promise<UploadImportResponse> {
  requireOwner(caller);
  const { db, site, config, now } = context;
  const source = {
    place: filename,
    format: format ?? "auto",
    ...(pages && { pages }),
    ...(blog != null && { blog }),
    ...(settings && { settings }),
    background: true,
    upload: true,
  } as const;
  const job = await insertImport(db, site.id, source, now(), { isDryRun: true });
  const upload: PlannedFile = { importId: job.id, caller, expiresAt: now().getTime() + uploadTtlMs };
  const token = signUpload(context, "import", upload);
  return { import: job, uploadUrl: `${config.publicUrl}${importPath}${job.id}/file?token=${token}` };
}

/**
 * Stores the file of an import for the holder of its URL, while the caller who requested the URL may import. An
 * interrupted upload can be repeated.
 *
 * @throws {Refusal} `UPLOAD_URL_INVALID`, `NOT_ALLOWED`, `IMPORT_STATUS_CONFLICT`, `PAYLOAD_TOO_LARGE`,
 * `UNSUPPORTED_MEDIA_TYPE`, `MALFORMED_REQUEST`, `FILE_EMPTY`, `UNAVAILABLE` if too many uploads are running.
 */
export async function storeImportFile(
  context: BlogContext,
  id: string,
  token: string,
  request: Request,
): Promise<ImportResponse> {
  const upload = readUploadToken<PlannedFile>(context, "import", token);
  if (upload.importId !== id) throw new Refusal("UPLOAD_URL_INVALID");
  await requireUploader(context, upload.caller, requireOwner);
  const body = openUploadBody(request, maxBlogFileBytes);
  return { import: await uploads.run(() => storeChunks(context, upload, body)) };
}

async function storeChunks(
  context: BlogContext,
  { importId: id, caller }: PlannedFile,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportJob> {
  const { db, site, now } = context;
  const lease = { id, token: randomUUID() };
  if (!(await claimImportFile(db, site.id, lease, now()))) throw new Refusal("IMPORT_STATUS_CONFLICT");
  let bytes = 0;
  let number = 0;
  for await (const chunk of toChunks(body, chunkBytes)) {
    if (!(await insertImportChunk(db, site.id, lease, number, chunk))) throw new Refusal("IMPORT_STATUS_CONFLICT");
    bytes += chunk.length;
    number += 1;
  }
  if (bytes === 0) throw new Refusal("FILE_EMPTY");
  // The upload may have taken long.
  await requireUploader(context, caller, requireOwner);
  const job = await finishImportFile(db, site.id, lease, bytes, now());
  if (!job) throw new Refusal("IMPORT_STATUS_CONFLICT");
  return job;
}

/** Names of folders with the files of running imports: import and lease. */
const folderPattern = /^import-([0-9a-f-]{36})-([0-9a-f-]{36})$/;

/**
 * Writes the uploaded file of an import to a folder of this machine, where the process with the lease reads it. Dispose
 * it to delete the folder.
 */
export async function openImportFile(
  context: BlogContext,
  { id, token }: ImportLease,
  signal: AbortSignal,
): Promise<{ file: UploadedFile } & AsyncDisposable> {
  const incoming = join(context.config.mediaDir, incomingFolder);
  // An interrupted process may have left one.
  await deleteLeftImportFolders(context, id);
  const root = join(incoming, `import-${id}-${token}`);
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    await createFolder(root);
    const file = { path: join(root, "file"), folder: join(root, "contents") };
    await mkdir(file.folder);
    await pipeline(readImportFile(context.db, context.site.id, id), createWriteStream(file.path), { signal });
    return { file, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Deletes the folders of imports that no process runs. Several nodes may do so concurrently in a shared folder.
 *
 * @param importId Only folders of this import. Default: all.
 */
export async function deleteLeftImportFolders(context: BlogContext, importId?: string): Promise<void> {
  const { db, site, config, now } = context;
  const incoming = join(config.mediaDir, incomingFolder);
  for (const name of await readdir(incoming).catch(() => [])) {
    const [, id, token] = folderPattern.exec(name) ?? [];
    if (id === undefined || token === undefined || (importId !== undefined && id !== importId)) continue;
    if (!(await isImportLeaseValid(db, site.id, { id, token }, now())))
      await rm(join(incoming, name), { recursive: true, force: true });
  }
}
