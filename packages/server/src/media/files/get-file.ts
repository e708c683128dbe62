import type { GetFileRequest, WireMediaFile } from "@porchlight/contract/media/media-file";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findFile } from "./media-files-store.ts";
import { serializeMediaFile } from "./serialize-media-file.ts";

/** What is known of a file. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function getFile(
  context: ServerContext,
  { caller }: Requester,
  { params }: GetFileRequest,
): Promise<{ file: WireMediaFile }> {
  requireEditor(caller);
  const row = await findFile(context.db, context.site.id, params.fileId);
  if (!row) throw new Refusal("FILE_NOT_FOUND");
  return { file: serializeMediaFile(context, row) };
}
