import type {
  GetFileRequest,
  ListFilesResponse,
  UpdateFileRequest,
  WireMediaFile,
} from "@porchlight/contract/media/media-file";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type { listFilesRequest } from "@porchlight/contract/media/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { openCursor, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toFileName } from "../../platform/storage/file-kinds.ts";
import { deleteFileRow, findFile, findFiles, type MediaFileRow, updateFileRow } from "./media-files-store.ts";

/** Four decimals; the database returns imprecise ones beyond. */
export const roundFraction = (value: number) => Math.round(value * 10_000) / 10_000;

/** The URL of a file. URLs of files that browsers download contain the file name. */
export function mediaUrl(
  { config }: Pick<ServerContext, "config">,
  { id, media_type, display_name }: Pick<MediaFileRow, "id" | "media_type" | "display_name">,
): string {
  const name = media_type === "IMAGE" ? "" : `/${encodeURIComponent(toFileName(display_name))}`;
  return `${config.publicUrl}${mediaPath}${id}${name}`;
}

/** Converts a row to the wire format. */
export function serializeMediaFile(context: Pick<ServerContext, "config">, row: MediaFileRow): WireMediaFile {
  const { focal_x: x, focal_y: y } = row;
  return {
    id: row.id,
    displayName: row.display_name,
    url: mediaUrl(context, row),
    mediaType: row.media_type,
    mimeType: row.mime_type,
    sizeInBytes: Number(row.bytes),
    ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
    altText: row.alt_text,
    ...(x !== null && y !== null && { focalPoint: { x: roundFraction(x), y: roundFraction(y) } }),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

const defaultLimit = 50;
const cursorScope = { list: "files" };

/** State in a cursor. */
interface Position {
  /** Id of the last file on the page. */
  before: string;
}

/** One page of files, the newest first. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listFiles(
  context: ServerContext,
  { caller }: Requester,
  { query: { mediaType, paging = {} } }: z.output<typeof listFilesRequest>,
): Promise<ListFilesResponse> {
  requireEditor(caller);
  const { limit = defaultLimit, cursor } = paging;
  const before = cursor === undefined ? undefined : openCursor<Position>(context, cursorScope, cursor).before;
  const found = await findFiles(context.db, context.site.id, { mediaType, before, limit: limit + 1 });
  const page = found.slice(0, limit);
  const hasNext = found.length > limit;
  return {
    files: page.map((row) => serializeMediaFile(context, row)),
    pagingMetadata: {
      count: page.length,
      cursors: hasNext ? { next: sealCursor(context, cursorScope, { before: page.at(-1)!.upload_id }) } : {},
      hasNext,
    },
  };
}

/** @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
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

/** Updates the metadata of a file. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
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

/** Permanently deletes a file; the outbox removes its bytes. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
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
