import type { GetFileRequest } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { deleteFileRow } from "./media-files-store.ts";

/** Removes a file for good; its bytes go with the outbox. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function deleteFile(
  context: ServerContext,
  { caller }: Requester,
  { params }: GetFileRequest,
): Promise<Record<string, never>> {
  requireEditor(caller);
  await context.db.transaction().execute(async (tx) => {
    if (!(await deleteFileRow(tx, context.site.id, params.fileId))) throw new Refusal("FILE_NOT_FOUND");
    await enqueueOutboxEntry(tx, context.site.id, "unusedPicture", { mediaId: params.fileId }, context.now());
  });
  context.wakeOutbox();
  return {};
}
