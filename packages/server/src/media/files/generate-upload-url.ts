import type { GenerateUploadUrlRequest, GenerateUploadUrlResponse } from "@porchlight/contract/media/media-file";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { serializeUploadUrl } from "./upload-url.ts";

const ttlMs = 60 * 60_000;

/**
 * Says where one file may be uploaded to. Nothing is kept of it until the file comes.
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
  const expiresAt = now + ttlMs;
  const upload = { uploadId: newId(now), displayName: body.filename, altText: body.altText ?? "", expiresAt };
  return { uploadUrl: serializeUploadUrl(context, upload), expirationDate: new Date(expiresAt).toISOString() };
}
