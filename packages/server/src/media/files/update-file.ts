import type { UpdateFileRequest, WireMediaFile } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { updateFileRow } from "./media-files-store.ts";
import { serializeMediaFile } from "./serialize-media-file.ts";

/** Changes what is said of a file; its bytes stay. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function updateFile(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateFileRequest,
): Promise<{ file: WireMediaFile }> {
  requireEditor(caller);
  const row = await updateFileRow(context.db, context.site.id, params.fileId, body.file, context.now());
  if (!row) throw new Refusal("FILE_NOT_FOUND");
  return { file: serializeMediaFile(context, row) };
}
