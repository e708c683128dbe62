import type { GenerateUploadUrlRequest, GenerateUploadUrlResponse } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import { newId } from "../../platform/db/ids.ts";
import type { SubmitterKind } from "../../platform/db/tables/form-tables.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** Validity of an upload URL. */
export const uploadUrlTtlMs = 60 * 60_000;

/**
 * Returns a signed URL for uploading one file. Stores nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function generateUploadUrl(
  context: ServerContext,
  { caller }: Requester,
  { body }: GenerateUploadUrlRequest,
): Promise<GenerateUploadUrlResponse> {
  requireEditor(caller);
  const now = context.now().getTime();
  const expiresAt = now + uploadUrlTtlMs;
  const upload = { uploadId: newId(now), displayName: body.filename, altText: body.altText ?? "", expiresAt };
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
  /** For a submission of this form; not one of the site's own files. */
  formId?: string;
  /** Of a file for a form. */
  uploader?: { kind: SubmitterKind; id: string | null };
}

/** The URL authorizes the upload, so that a browser needs no API key. */
export function serializeUploadUrl(context: ServerContext, upload: PlannedUpload): string {
  const encoded = Buffer.from(JSON.stringify(upload)).toString("base64url");
  return `${context.config.publicUrl}${uploadPath}${encoded}.${macOf(context, encoded)}`;
}

/** @throws {Refusal} `UPLOAD_URL_INVALID`. */
export function parseUploadToken(context: ServerContext, token: string): PlannedUpload {
  const [encoded = "", mac = "", ...rest] = token.split(".");
  if (rest.length > 0 || !equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(context, encoded))))
    throw new Refusal("UPLOAD_URL_INVALID");
  const upload: PlannedUpload = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  if (upload.expiresAt <= context.now().getTime()) throw new Refusal("UPLOAD_URL_INVALID");
  return upload;
}

function macOf(context: ServerContext, encoded: string): string {
  return context.secrets.mac("upload", `${context.site.id} ${encoded}`).toString("base64url");
}
