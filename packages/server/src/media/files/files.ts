import type {
  GetFileRequest,
  ListFilesResponse,
  MediaUploader,
  UpdateFileRequest,
  WireMediaFile,
} from "@porchlight/contract/media/media-file";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type { listFilesRequest } from "@porchlight/contract/media/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { openCursor, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { requireAuthor, requireEditor } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toFileName } from "../../platform/storage/file-kinds.ts";
import { lockChangeableFiles } from "./changeable-files.ts";
import {
  countFiles,
  deleteFileRow,
  findFile,
  findFiles,
  type MediaFileRow,
  updateFileRow,
} from "./media-files-store.ts";

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
  const { focal_x: x, focal_y: y, folder_id: folderId, trashed_at: trashedAt } = row;
  const uploader = uploaderOf(row);
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
    ...(folderId !== null && { folderId }),
    ...(uploader && { uploader }),
    ...(trashedAt !== null && { trashedDate: trashedAt.toISOString() }),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

function uploaderOf({ uploader_kind: kind, uploader_id: id, uploader_name: name }: MediaFileRow) {
  if (kind !== "staff" || id === null) return undefined;
  return { id, ...(name != null && { name }) } satisfies MediaUploader;
}

const defaultLimit = 50;

/** State in a cursor. */
interface Position {
  /** Sort value and upload id of the last file on the page. */
  after: [value: string, uploadId: string];
}

/** One page of files, by default the newest first. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listFiles(
  context: ServerContext,
  { caller }: Requester,
  { query: { paging = {}, sort = "createdDate", order = "DESC", ...filter } }: z.output<typeof listFilesRequest>,
): Promise<ListFilesResponse> {
  requireAuthor(caller);
  const { limit = defaultLimit, cursor } = paging;
  const { db, site } = context;
  const scope = { list: `files by ${sort} ${order}` };
  const after = cursor === undefined ? undefined : openCursor<Position>(context, scope, cursor).after;
  const page = { sort, isDescending: order === "DESC", after, limit: limit + 1 };
  const [found, total] = await Promise.all([findFiles(db, site.id, filter, page), countFiles(db, site.id, filter)]);
  const shown = found.slice(0, limit);
  const hasNext = found.length > limit;
  const last = shown.at(-1);
  return {
    files: shown.map((row) => serializeMediaFile(context, row)),
    pagingMetadata: {
      count: shown.length,
      total,
      cursors:
        hasNext && last ? { next: sealCursor(context, scope, { after: [last.sort_value, last.upload_id] }) } : {},
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
  requireAuthor(caller);
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
  const siteId = context.site.id;
  const row = await context.db.transaction().execute(async (tx) => {
    await lockChangeableFiles(tx, siteId, caller, [params.fileId]);
    await updateFileRow(tx, siteId, params.fileId, body.file, context.now());
    return findFile(tx, siteId, params.fileId);
  });
  return { file: serializeMediaFile(context, row!) };
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
