import type { ListFilesResponse } from "@porchlight/contract/media/media-file";
import type { listFilesRequest } from "@porchlight/contract/media/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findFiles } from "./media-files-store.ts";
import { serializeMediaFile } from "./serialize-media-file.ts";

const defaultLimit = 50;

/** One page of files, the newest first. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listFiles(
  context: ServerContext,
  { caller }: Requester,
  { query: { mediaType, paging = {} } }: z.output<typeof listFilesRequest>,
): Promise<ListFilesResponse> {
  requireEditor(caller);
  const { limit = defaultLimit, cursor } = paging;
  // It names the last file of the page before, and tells nothing that its reader may not know.
  if (cursor !== undefined && !isId(cursor)) throw new Refusal("CURSOR_INVALID");
  const found = await findFiles(context.db, context.site.id, { mediaType, before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  const hasNext = found.length > limit;
  return {
    files: page.map((row) => serializeMediaFile(context, row)),
    pagingMetadata: { count: page.length, cursors: hasNext ? { next: page.at(-1)!.upload_id } : {}, hasNext },
  };
}
