import type { GenerateUploadUrlRequest, GenerateUploadUrlResponse } from "@porchlight/contract/media/media-file";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { SubmitterKind } from "../../platform/db/tables/form-tables.ts";
import { requireAuthor } from "../../platform/identity/require-editor.ts";
import { signUpload } from "../../platform/identity/upload-tokens.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { folderExists } from "../library/folders-store.ts";
import { lockChangeableFiles } from "./changeable-files.ts";

/** Validity of an upload URL. */
export const uploadUrlTtlMs = 60 * 60_000;

/**
 * Returns a signed URL for uploading one file. Stores nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FOLDER_NOT_FOUND`, `FILE_NOT_FOUND` for the file to replace.
 */
export async function generateUploadUrl(
  context: ServerContext,
  { caller }: Requester,
  { body }: GenerateUploadUrlRequest,
): Promise<GenerateUploadUrlResponse> {
  requireAuthor(caller);
  const { db, site } = context;
  const folderId = body.folderId?.toLowerCase();
  if (folderId !== undefined && !(await folderExists(db, site.id, folderId))) throw new Refusal("FOLDER_NOT_FOUND");
  const { replacesFileId } = body;
  if (replacesFileId !== undefined)
    await db.transaction().execute((tx) => lockChangeableFiles(tx, site.id, caller, [replacesFileId]));
  const now = context.now().getTime();
  const expiresAt = now + uploadUrlTtlMs;
  const upload: PlannedUpload = {
    uploadId: newId(now),
    displayName: body.filename,
    altText: body.altText ?? "",
    expiresAt,
    caller,
    ...(folderId !== undefined && { folderId }),
    ...(replacesFileId !== undefined && { replacesFileId }),
    ...(caller.kind === "staff" && { uploader: { kind: "staff", id: caller.staffId } }),
  };
  return { uploadUrl: serializeUploadUrl(context, upload), expirationDate: new Date(expiresAt).toISOString() };
}

/** Path of an upload, followed by its token. */
export const uploadPath = "/site-media/v1/uploads/";

/** The file that an upload URL accepts. */
export interface PlannedUpload {
  /** UUIDv7. */
  uploadId: string;
  displayName: string;
  altText: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Who requested the URL; not for files of forms. */
  caller?: Caller;
  /** For a submission of this form; not one of the site's own files. */
  formId?: string;
  /** Of a file for a form, or a staff account. */
  uploader?: { kind: SubmitterKind | "staff"; id: string | null };
  /** The folder of the library. */
  folderId?: string;
  /** The file that this one replaces. */
  replacesFileId?: string;
}

/** The URL authorizes the upload, so that a browser needs no API key. */
export const serializeUploadUrl = (context: ServerContext, upload: PlannedUpload): string =>
  `${context.config.publicUrl}${uploadPath}${signUpload(context, "upload", upload)}`;
