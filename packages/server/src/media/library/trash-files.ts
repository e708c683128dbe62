import type {
  FileIdsRequest,
  ListFileUsagesRequest,
  ListFileUsagesResponse,
  MoveFilesRequest,
  TrashFilesRequest,
  TrashFilesResponse,
} from "@porchlight/contract/media/library";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isEditor, requireAuthor } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { lockChangeableFiles } from "../files/changeable-files.ts";
import { serializeMediaFile } from "../files/files.ts";
import { deleteFileRow, findFile, setFilePlace } from "../files/media-files-store.ts";
import { folderExists } from "./folders-store.ts";
import { findUsages } from "./usages-store.ts";

type Empty = Record<string, never>;

/**
 * The content that uses a file. Authors, who may not read all content, get only the number.
 * @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`.
 */
export async function listFileUsages(
  { db, site }: ServerContext,
  { caller }: Requester,
  { params: { fileId } }: ListFileUsagesRequest,
): Promise<ListFileUsagesResponse> {
  requireAuthor(caller);
  if (!(await findFile(db, site.id, fileId))) throw new Refusal("FILE_NOT_FOUND");
  const { usages, total } = (await findUsages(db, site.id, [fileId])).get(fileId) ?? { usages: [], total: 0 };
  return { usages: isEditor(caller) ? usages : [], total };
}

/** Moves files to a folder. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`, `FOLDER_NOT_FOUND`. */
export async function moveFiles(
  { db, site }: ServerContext,
  { caller }: Requester,
  { body }: MoveFilesRequest,
): Promise<Empty> {
  const folderId = body.folderId?.toLowerCase() ?? null;
  await db.transaction().execute(async (tx) => {
    await lockChangeableFiles(tx, site.id, caller, body.fileIds);
    if (folderId !== null && !(await folderExists(tx, site.id, folderId))) throw new Refusal("FOLDER_NOT_FOUND");
    await setFilePlace(tx, site.id, body.fileIds, { folder_id: folderId });
  });
  return {};
}

/** Moves files to the trash, without those that content uses. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function trashFiles(
  context: ServerContext,
  { caller }: Requester,
  { body: { fileIds, evenIfUsed = false } }: TrashFilesRequest,
): Promise<TrashFilesResponse> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx) => {
    const rows = await lockChangeableFiles(tx, siteId, caller, fileIds);
    const usages = evenIfUsed ? undefined : await findUsages(tx, siteId, fileIds);
    const trashedIds = rows.map(({ id }) => id).filter((id) => !usages?.has(id));
    if (trashedIds.length > 0) await setFilePlace(tx, siteId, trashedIds, { trashed_at: context.now() });
    const usedFiles = rows.flatMap((row) => {
      const found = usages?.get(row.id);
      return found ? [{ file: serializeMediaFile(context, row), usages: isEditor(caller) ? found.usages : [] }] : [];
    });
    return { trashedIds, usedFiles };
  });
}

/** Restores files from the trash. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function restoreFiles(
  { db, site }: ServerContext,
  { caller }: Requester,
  { body: { fileIds } }: FileIdsRequest,
): Promise<Empty> {
  await db.transaction().execute(async (tx) => {
    await lockChangeableFiles(tx, site.id, caller, fileIds);
    await setFilePlace(tx, site.id, fileIds, { trashed_at: null });
  });
  return {};
}

/** Permanently deletes files of the trash. @throws {Refusal} `NOT_ALLOWED`, `FILE_NOT_FOUND`. */
export async function deleteTrashedFiles(
  context: ServerContext,
  { caller }: Requester,
  { body: { fileIds } }: FileIdsRequest,
): Promise<Empty> {
  const siteId = context.site.id;
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockChangeableFiles(tx, siteId, caller, fileIds);
    if (rows.some((row) => row.trashed_at === null)) throw new Refusal("FILE_NOT_FOUND");
    for (const { id } of rows) {
      await deleteFileRow(tx, siteId, id);
      await enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: id }, context.now());
    }
  });
  context.wakeOutbox();
  return {};
}
