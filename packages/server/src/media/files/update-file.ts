import type { UpdateFileRequest, WireMediaFile } from "@porchlight/contract/media/media-file";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { needEditor } from "../../platform/identity/require-editor.ts";
import { toMediaFile } from "./file-shape.ts";
import { changeFile } from "./media-files-store.ts";

/** Changes what is said of a file; its bytes stay. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function updateFile(
  deps: Deps,
  caller: Caller,
  { params, body }: UpdateFileRequest,
): Promise<{ file: WireMediaFile }> {
  needEditor(caller);
  const row = await changeFile(deps.db, deps.site.id, params.fileId, body.file, deps.now());
  if (!row) throw new Refusal("FILE_NOT_FOUND");
  return { file: toMediaFile(deps, row) };
}
